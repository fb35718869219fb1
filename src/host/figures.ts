import path from "node:path";
import * as vscode from "vscode";
import { imageInfo, FigtreeError, type PreparedImage } from "../core/ports";
import { estimateImageTokens, prepareImage } from "../adapters/images";
import type { FigureCard } from "../protocol";

/** A figure that is ready to be sent, and what the panel shows of it. */
export interface Figure {
  readonly image: PreparedImage;
  readonly card: FigureCard;
  /** Where it came from; null when pasted. */
  readonly uri: vscode.Uri | null;
}

/** More than any picture that the preflight would decode. */
const largestFile = 512 * 1024 * 1024;

async function readFile(uri: vscode.Uri): Promise<Uint8Array> {
  const file = path.posix.basename(uri.path);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) throw new FigtreeError("image.notAnImage", { file, looksLike: "a folder" });
    if (size > largestFile) throw new FigtreeError("image.tooLarge", { file, width: "?", height: "?", limit: 100 });
    return await vscode.workspace.fs.readFile(uri);
  } catch (thrown) {
    if (thrown instanceof FigtreeError) throw thrown;
    throw new FigtreeError("file.notFound", { file }, { cause: thrown });
  }
}

/** Runs the preflight over pasted or dropped bytes. Throws the preflight's typed errors. */
export async function figureFromBytes(bytes: Uint8Array, name: string, uri: vscode.Uri | null = null): Promise<Figure> {
  const { image, original, notes } = await prepareImage(bytes, { name });
  return { image, uri, card: { info: imageInfo(image), name, original, notes, tokenEstimate: estimateImageTokens(image.width, image.height) } };
}

/** Reads a file through the workspace (remote files too) and runs the preflight over it. */
export async function figureFromUri(uri: vscode.Uri): Promise<Figure> {
  return figureFromBytes(await readFile(uri), path.posix.basename(uri.path), uri);
}

/** The figure of a stored solve: what was sent, with no more known about its past. */
export function figureOfTrace(image: PreparedImage, name: string): Figure {
  const { width, height, bytes, mediaType } = image;
  return { image, uri: null, card: { info: imageInfo(image), name, original: { width, height, byteLength: bytes.byteLength, format: mediaType.replace("image/", "") }, notes: [], tokenEstimate: estimateImageTokens(width, height) } };
}
