/** What was dropped or pasted, as far as the view can use it. */
export type Dropped<File> =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "uri"; readonly uri: string }
  | { readonly kind: "remote" }
  | { readonly kind: "nothing" };

function firstUri(list: string): string | undefined {
  return list.split(/\r?\n/).map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("#"));
}

function firstResource(json: string): string | undefined {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && typeof list[0] === "string" ? list[0] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Chooses what to take from a drop: a file's bytes, else the address of a file in the editor's explorer.
 * An address on the web is named as such: nothing is ever fetched from there.
 */
export function droppedFigure<File>(files: readonly File[], data: (type: string) => string): Dropped<File> {
  const file = files[0];
  if (file !== undefined) return { kind: "file", file };
  const uri = firstUri(data("application/vnd.code.uri-list")) ?? firstUri(data("text/uri-list")) ?? firstResource(data("resourceurls"));
  if (uri === undefined) return { kind: "nothing" };
  return /^(?:https?|data|blob|javascript):/i.test(uri) ? { kind: "remote" } : { kind: "uri", uri };
}
