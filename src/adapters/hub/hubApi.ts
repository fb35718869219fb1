import { z } from "zod";
import { FigtreeError } from "../../core/ports";
import { hubRequest, type HubConnection } from "./hubRequest";

/** A file of a model as the hub lists it. */
export interface HubFile {
  /** With slashes, relative to the model's root. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** What its content must hash to: SHA-256 of large files, Git's blob hash of small ones. */
  readonly hash: { readonly kind: "sha256" | "git"; readonly value: string };
}

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
const entrySchema = z.object({
  type: z.string(),
  path: z.string().min(1),
  size: z.number().int().nonnegative().default(0),
  oid: z.string(),
  lfs: z.object({ oid: z.string().transform((oid) => oid.replace(/^sha256:/, "")).pipe(hex(64)), size: z.number().int().nonnegative() }).nullish(),
});
const revisionSchema = z.object({ sha: hex(40) });
/** A model repository has tens of files; thousands of pages would be a server gone wrong. */
const mostPages = 50;

/** Names of a model that are safe in an address and as a folder. Throws `input.invalid`. */
export function checkModelId(id: string): void {
  const parts = id.split("/");
  if (parts.length === 2 && parts.every((part) => /^[A-Za-z0-9][\w.-]{0,95}$/.test(part) && !part.includes("..") && !part.includes("--"))) return;
  throw new FigtreeError("input.invalid", { field: "The model's name", value: id, message: "It must have the form OWNER/NAME, as the hub shows it." });
}

/** The commit that a branch, tag or commit names now. */
export async function resolveRevision(hub: HubConnection, id: string, revision: string, signal: AbortSignal): Promise<string> {
  const response = await ask(hub, `${hub.host}/api/models/${id}/revision/${encodeURIComponent(revision)}`, { id, ...(revision === "main" ? {} : { revision }) }, signal);
  return (await readJson(response, hub, revisionSchema)).sha;
}

/** Every file of a commit. A path that leads out of the model's folder makes the whole list unusable. */
export async function listFiles(hub: HubConnection, id: string, commit: string, signal: AbortSignal): Promise<HubFile[]> {
  const files: HubFile[] = [];
  let address: string | undefined = `${hub.host}/api/models/${id}/tree/${commit}?recursive=true`;
  for (let page = 0; address !== undefined; page += 1) {
    if (page === mostPages) throw new FigtreeError("hub.badResponse", { place: new URL(hub.host).host, message: "Its list of files does not end." });
    const response: Response = await ask(hub, address, { id }, signal);
    for (const entry of await readJson(response, hub, z.array(entrySchema))) {
      if (!isSafePath(entry.path)) throw new FigtreeError("hub.badResponse", { place: new URL(hub.host).host, message: `Its list of files names ${JSON.stringify(entry.path)}, which lies outside of the model.` });
      if (entry.type !== "file") continue;
      files.push({ path: entry.path, size: entry.lfs?.size ?? entry.size, hash: entry.lfs ? { kind: "sha256", value: entry.lfs.oid } : { kind: "git", value: entry.oid } });
    }
    address = nextPage(response, address, hub);
  }
  return files;
}

/** A small JSON file of a commit, parsed. */
export async function readHubJson(hub: HubConnection, id: string, commit: string, file: string, signal: AbortSignal): Promise<unknown> {
  return readJson(await ask(hub, fileAddress(hub, id, commit, file), { id, file }, signal), hub, z.unknown());
}

export function fileAddress(hub: HubConnection, id: string, commit: string, file: string): string {
  return `${hub.host}/${id}/resolve/${commit}/${file.split("/").map(encodeURIComponent).join("/")}`;
}

async function ask(hub: HubConnection, address: string, details: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  const response = await hubRequest(hub, address, signal);
  if (response.ok) return response;
  await response.body?.cancel();
  throw statusError(response, hub, details);
}

/** Words for a status: the hub answers 401 for models that are private or not there, 403 for gated ones. */
export function statusError(response: Response, hub: HubConnection, details: Readonly<Record<string, string>>): FigtreeError {
  const place = new URL(hub.host).host;
  if (response.status === 401 || response.status === 403) return new FigtreeError("hub.refused", { ...details, place, status: response.status });
  if (response.status === 404) return new FigtreeError("hub.notFound", { ...details, place });
  if (response.status === 429 || response.status >= 500) return new FigtreeError("hub.unreachable", { place, status: response.status, message: `It answered with status ${response.status}.` });
  return new FigtreeError("hub.badResponse", { place, status: response.status, message: `It answered with status ${response.status}.` });
}

async function readJson<Value>(response: Response, hub: HubConnection, schema: z.ZodType<Value>): Promise<Value> {
  const place = new URL(hub.host).host;
  let value: unknown;
  try {
    value = JSON.parse(await response.text());
  } catch (cause) {
    throw new FigtreeError("hub.badResponse", { place, message: "It sent no JSON where JSON belongs." }, { cause });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new FigtreeError("hub.badResponse", { place, message: `Its reply is not that of a model hub (${parsed.error.issues[0]?.path.join(".") ?? ""}).` });
  return parsed.data;
}

/** The next page by the `Link` header (RFC 8288), on the hub's own origin only. */
function nextPage(response: Response, current: string, hub: HubConnection): string | undefined {
  const link = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(response.headers.get("link") ?? "")?.[1];
  if (link === undefined || !URL.canParse(link, current)) return undefined;
  const url = new URL(link, current);
  return url.origin === new URL(hub.host).origin ? url.href : undefined;
}

function isSafePath(file: string): boolean {
  return !/[\\:\u0000-\u001f]/.test(file) && file.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
