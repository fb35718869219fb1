const digits: Readonly<Record<string, bigint>> = { 零: 0n, 〇: 0n, 一: 1n, 壹: 1n, 二: 2n, 两: 2n, 三: 3n, 四: 4n, 五: 5n, 六: 6n, 七: 7n, 八: 8n, 九: 9n };
const steps: Readonly<Record<string, bigint>> = { 十: 10n, 百: 100n, 千: 1000n };
const scales: Readonly<Record<string, bigint>> = { 万: 10_000n, 亿: 100_000_000n };
const numeral = "[零〇一壹二两三四五六七八九十百千万亿]";

/** The value of a whole Chinese numeral ("一百零五" = 105, "二〇二四" = 2024). */
function valueOf(text: string): bigint {
  if (!/[十百千万亿]/.test(text)) return BigInt([...text].map((character) => digits[character] ?? 0n).join("") || "0");
  let total = 0n;
  let section = 0n;
  let digit: bigint | undefined;
  for (const character of text) {
    const scale = scales[character];
    const step = steps[character];
    if (scale !== undefined) {
      total = (total + section + (digit ?? 0n)) * scale;
      section = 0n;
      digit = undefined;
    } else if (step !== undefined) {
      section += (digit ?? 1n) * step;
      digit = undefined;
    } else digit = digits[character];
  }
  return total + section + (digit ?? 0n);
}

const decimal = (text: string): string => {
  if (/^[\d.]+$/.test(text)) return text;
  const [whole = "", decimals] = text.split("点");
  return decimals === undefined ? String(valueOf(whole)) : `${valueOf(whole)}.${[...decimals].map((character) => digits[character] ?? 0n).join("")}`;
};

const number = `(?:${numeral}{1,20}(?:点${numeral}{1,20})?|\\d{1,20}(?:\\.\\d{1,20})?)`;
const mixed = new RegExp(`(?:(${number})又)?(${number})分之(负?)(${number})`, "g");
const bare = new RegExp(`^(-?)(${numeral}{1,20}(?:点${numeral}{1,20})?)`);
const counters = /^(?:个|只|人|条|张|本|块|名|位|次|种|支|棵|辆|件|页|排|组|对|根|座|头|颗|朵|枚)/u;

/** Writes Chinese fractions, percentages, numerals at the start and 万/亿 after digits in digits: "二分之一" is (1/2), "百分之五" is 5%, "十二厘米" is 12厘米. */
export function digitsForChinese(text: string): string {
  if (!/[\u4e00-\u9fff〇]/.test(text)) return text;
  let result = text.replace(mixed, (_all, whole: string | undefined, bottom: string, sign: string, top: string) => {
    const minus = sign === "" ? "" : "-";
    if (bottom === "百") return `${minus}${decimal(top)}%`;
    const part = `${minus}${decimal(top)}/${decimal(bottom)}`;
    return whole === undefined ? `(${part})` : `${decimal(whole)} ${part}`;
  });
  result = result.replace(/^负/, "-").replace(/^一?半$/, "1/2");
  const start = bare.exec(result);
  if (start !== null) {
    const rest = result.slice(start[0].length);
    const unit = /^(?:平方|立方|厘|毫|千|公|米|度|元|秒|分|小|时|天|升|克|斤|吨|倍|%|,|\s|$)/.test(rest) || counters.test(rest);
    if (unit) result = `${start[1]!}${decimal(start[2]!)}${rest}`;
  }
  return result.replace(/(\d)\s*([万亿])/g, (_all, digit: string, scale: string) => `${digit}*${scales[scale]!}`).replace(/^(-?\d[\d.]*\s*)(\p{L}.*)$/su, (_all, front: string, rest: string) => `${front}${rest.replace(counters, " ").trimEnd()}`);
}
