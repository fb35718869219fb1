import { parsePythonFloat } from "./python";

/** A number as people write it: signs of currency and percent, thousands' commas and blanks around it are left out; null where more than a number stands there. */
export function readWrittenNumber(text: string): number | null {
  const bare = text.trim().replace(/[.。]$/, "").replace(/^([+-]?)\s*[$€£¥]\s*/, "$1").replace(/\s*[%°]$/, "").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return parsePythonFloat(bare);
}
