import { FigtreeError } from "../../../core/ports";

/** One element with its names resolved to namespaces. */
export interface XmlElement {
  /** Namespace URI, or an empty text. */
  readonly space: string;
  /** Local name. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

interface XmlAttribute {
  readonly space: string;
  readonly name: string;
  readonly value: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** True if an entity that is external, nested or unknown was left out, or a style sheet instruction was. */
  readonly removed: boolean;
}

/** Far above any real drawing; they keep time and memory bounded. */
const limits = { characters: 20_000_000, elements: 200_000, depth: 200, entity: 2000 };

/** Characters that XML 1.0 does not allow. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const damaged = (): FigtreeError => new FigtreeError("image.damaged", { format: "SVG" });
const tooComplex = (what: string): FigtreeError => new FigtreeError("image.unsupported", { format: `SVG with ${what}` });

/**
 * A plain reader of well-formed XML 1.0, made for one purpose: what it returns is written out again in a
 * canonical form, so that the drawing library never sees a document type, an entity or anything else
 * that the two could read differently. Entities are replaced only where their text is literal, hence
 * nothing can grow. Throws `image.damaged` for what is not well-formed, `image.unsupported` beyond the limits.
 */
export function parseXml(text: string): XmlDocument {
  let at = 0;
  let elements = 0;
  let expanded = 0;
  let removed = false;
  const entities = new Map<string, string>();
  const known: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  const scopes: ReadonlyMap<string, string>[] = [new Map([["xml", "http://www.w3.org/XML/1998/namespace"], ["", ""]])];
  const open: { readonly element: XmlElement; readonly name: string }[] = [];
  let root: XmlElement | undefined;
  if (text.length > limits.characters) throw tooComplex("more than 20 million characters");

  const until = (mark: string): string => {
    const end = text.indexOf(mark, at);
    if (end === -1) throw damaged();
    const content = text.slice(at, end);
    at = end + mark.length;
    return content;
  };
  const entity = (_: string, reference: string): string => {
    if (reference.startsWith("#")) {
      const code = reference[1] === "x" ? Number.parseInt(reference.slice(2), 16) : Number.parseInt(reference.slice(1), 10);
      // Characters that XML does not allow are dropped.
      return code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff) ? String.fromCodePoint(code) : "";
    }
    const value = Object.hasOwn(known, reference) ? known[reference] : entities.get(reference);
    if (value === undefined) {
      removed = true;
      return "";
    }
    expanded += value.length;
    if (expanded > limits.characters) throw tooComplex("growing entities");
    return value;
  };
  const clean = (raw: string): string => raw.replace(/&(#\d+|#x[\da-f]+|[\w.:-]+);/gi, entity).replace(forbidden, "");

  const addText = (characters: string): void => {
    if (characters !== "") open.at(-1)?.element.children.push(characters);
  };

  const doctype = (): void => {
    const head = /[[>]/g;
    head.lastIndex = at;
    const stop = head.exec(text);
    if (stop === null) throw damaged();
    at = stop.index + 1;
    if (stop[0] === ">") return;
    const subset = until("]");
    for (const [, name, , double, single] of subset.matchAll(/<!ENTITY\s+([\w.:-]+)\s+("([^"]*)"|'([^']*)')\s*>/g)) {
      const value = double ?? single ?? "";
      if (value.length <= limits.entity && !/[&<%]/.test(value) && !entities.has(name!)) entities.set(name!, value);
    }
    until(">");
  };

  const startTag = (): void => {
    const name = /[^\s/>=<"']+/y;
    name.lastIndex = at;
    const tag = name.exec(text)?.[0];
    if (tag === undefined) throw damaged();
    at += tag.length;
    const raw: [string, string][] = [];
    const attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
    for (;;) {
      attribute.lastIndex = at;
      const found = attribute.exec(text);
      if (found === null) break;
      at = attribute.lastIndex;
      raw.push([found[1]!, clean(found[2] ?? found[3] ?? "")]);
    }
    const close = /\s*(\/?)>/y;
    close.lastIndex = at;
    const end = close.exec(text);
    if (end === null) throw damaged();
    at = close.lastIndex;
    elements += 1;
    if (elements > limits.elements) throw tooComplex("more than 200 000 elements");
    if (open.length > limits.depth) throw tooComplex("elements nested more than 200 deep");

    let scope = scopes.at(-1)!;
    const declared = raw.filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
    if (declared.length > 0) scope = new Map([...scope, ...declared.map(([key, value]): [string, string] => [key.slice(6), value.trim()])]);
    const resolve = (qualified: string, plain: string): { space: string; name: string } => {
      const colon = qualified.indexOf(":");
      return colon === -1 ? { space: plain, name: qualified } : { space: scope.get(qualified.slice(0, colon)) ?? "", name: qualified.slice(colon + 1) };
    };
    const element: XmlElement = {
      ...resolve(tag, scope.get("") ?? ""),
      attributes: raw.filter((pair) => !declared.includes(pair)).map(([key, value]) => ({ ...resolve(key, ""), value })),
      children: [],
    };
    const parent = open.at(-1)?.element;
    if (parent !== undefined) parent.children.push(element);
    else if (root === undefined) root = element;
    else throw damaged();
    if (end[1] === "/") return;
    open.push({ element, name: tag });
    scopes.push(scope);
  };

  while (at < text.length) {
    const tag = text.indexOf("<", at);
    const characters = text.slice(at, tag === -1 ? text.length : tag);
    addText(clean(characters));
    if (tag === -1) break;
    at = tag + 1;
    if (text.startsWith("!--", at)) {
      at += 3;
      until("-->");
    } else if (text.startsWith("![CDATA[", at)) {
      at += 8;
      addText(until("]]>").replace(forbidden, ""));
    } else if (text[at] === "!") {
      doctype();
    } else if (text[at] === "?") {
      if (until("?>").startsWith("?xml-stylesheet")) removed = true;
    } else if (text[at] === "/") {
      at += 1;
      const closed = open.pop();
      scopes.pop();
      if (closed === undefined || until(">").trimEnd() !== closed.name) throw damaged();
    } else {
      startTag();
    }
  }
  if (root === undefined || open.length > 0) throw damaged();
  return { root, removed };
}
