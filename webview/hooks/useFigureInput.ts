import { useLayoutEffect, useState } from "preact/hooks";
import type { Host } from "../host";
import { translate } from "../l10n";
import { droppedFigure, type Dropped } from "../models/dropped";

/** Larger files are refused here, because handing them over would block the view. Bytes. */
const sizeLimit = 128_000_000;

export interface FigureInput {
  /** True while something that may be a figure is held over the panel. */
  readonly over: boolean;
  /** Why the last paste or drop was not taken, or an empty text. */
  readonly refusal: string;
}

const isPicture = (file: File): boolean => file.type.startsWith("image/");
const typesText = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** Takes figures that are pasted or dropped anywhere in the panel. `refuse` says why none is wanted now, if so. */
export function useFigureInput(host: Host, refuse: string | undefined): FigureInput {
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState("");
  useLayoutEffect(() => {
    const take = async (dropped: Dropped<File>, pasted: boolean): Promise<void> => {
      if (dropped.kind === "nothing") return;
      if (refuse !== undefined) return setRefusal(refuse);
      if (dropped.kind === "remote") return setRefusal(translate("Nothing is fetched from the web. Save the picture to a file first, or copy and paste it."));
      setRefusal("");
      if (dropped.kind === "uri") return host.post({ type: "dropUri", uri: dropped.uri });
      const { file } = dropped;
      if (file.size > sizeLimit) return setRefusal(translate("This file is too large to be handed over. Scale the figure down first."));
      host.post({ type: "pasteFigure", name: pasted ? "" : file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    };
    const failed = (error: unknown): void => {
      setRefusal(translate("The figure could not be read. Save it to a file and choose that."));
      host.post({ type: "viewError", message: String(error) });
    };
    const onPaste = (event: ClipboardEvent): void => {
      const pictures = [...(event.clipboardData?.files ?? [])].filter(isPicture);
      // Office programs put a picture of the text beside the text: in a text box the text is meant.
      if (pictures.length === 0 || (typesText(event.target) && event.clipboardData?.getData("text/plain") !== "")) return;
      event.preventDefault();
      take({ kind: "file", file: pictures[0]! }, true).catch(failed);
    };
    const holdsFigure = (event: DragEvent): boolean => event.dataTransfer?.types.some((type) => /^(files|text\/uri-list|resourceurls|application\/vnd\.code\.uri-list)$/i.test(type)) ?? false;
    const onDragOver = (event: DragEvent): void => {
      if (!holdsFigure(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !holdsFigure(event)) return;
      event.preventDefault();
      const { dataTransfer } = event;
      take(droppedFigure([...dataTransfer.files], (type) => dataTransfer.getData(type)), false).catch(failed);
    };
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("dragleave", onDragLeave);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("dragleave", onDragLeave);
      document.removeEventListener("drop", onDrop);
    };
  }, [host, refuse]);
  return { over, refusal };
}
