import { sentence } from "./statement";
import { braces, mendEscapes } from "./text/latex";

interface Statement {
  readonly at: number;
  readonly answer: string;
}

/** Only the end of a very long reply is searched; the last statement counts anyway. */
const MAX_LENGTH = 60_000;
const MAX_TRIES = 40;

const wordsBefore = /(?:\bif|\bwhether|\bsuppose|\bassum(?:e|ing)|\bunless|n't (?:think|believe|say)|\bnot (?:think|believe|say|sure)|\bdoubt)(?:\s+that)?\s+(?:the|my)?\s*$/i;
const marker =
  /(?:\b(?:final|correct|right|best|my)\s+)?\banswers?\b(?:\s+(?:choice|option|letter)\b)?(?:\s+(?:to|for)\b[^.\n:：]{0,120}?)?["'*_\s]{0,6}(?:(?:is|are|was|would\s+be|should\s+be|must\s+be|will\s+be|becomes)\b(?:\s+(?:therefore|thus|then|hence|simply|indeed|now))?\s*[:：]?|[:：=])(?:[*_]{1,4}(?=\s))?|\b(?:correct|right|best)\s+(?:option|choice|letter)["'*_\s]{0,6}(?:(?:is|would\s+be|should\s+be)\b\s*[:：]?|[:：])(?:[*_]{1,4}(?=\s))?|####|<answer>|(?:答案|正确选项)["'*_\s]{0,6}(?:应该|应当|应|就|便)?(?:是|为|选|[:：=])(?:[*_]{1,4}(?=\s))?\s*[:：]?|(?<=^|\n|[。；，,;])答\s*[:：]/gi;
const heading = /(?<=^|\n)[ \t#*_]{0,10}(?:final\s+)?answer[ \t:*_]{0,10}\n+(?=\s*\S)/gi;
const letter = String.raw`[([（]?\*{0,2}([A-ZＡ-Ｚ])\*{0,2}[)\]）]?`;
const chosen = [
  new RegExp(String.raw`(?<![不别没])(?:故|应|因此|所以|该|就)?选(?:择|项)?\s*[:：]?\s*${letter}(?![A-Za-zＡ-Ｚ])(?!项?(?:不|错))`, "g"),
  new RegExp(String.raw`\b(?:[Oo]ption|[Cc]hoice)?\s*${letter}\s+is\s+(?:the\s+)?(?:correct|right|best)\b`, "g"),
  new RegExp(String.raw`\b(?:[Cc]hoose|[Ss]elect|[Pp]ick)\s+(?:option|choice|answer)?\s*${letter}(?![\w'])`, "g"),
];

/**
 * The final answer that a reply states: of "The answer is X.", "Answer: X", \boxed{X}, "#### X",
 * 答案是X, 选X, "B is correct" the last one. `null` where nothing is stated ("The answer is not A.").
 * The sentence's end, reasons after the answer and emphasis around it are left out.
 */
export function extractAnswer(text: string): string | null {
  const source = mendEscapes(text.length > MAX_LENGTH ? text.slice(-MAX_LENGTH) : text);
  let last: Statement | undefined;
  for (const statement of [...boxed(source), ...marked(source), ...picked(source)]) {
    if (last === undefined || statement.at >= last.at) last = statement;
  }
  return last?.answer ?? null;
}

function boxed(text: string): Statement[] {
  const found: Statement[] = [];
  const pattern = /\\f?boxed\s*(?=[{\w])/g;
  let budget = 200_000;
  for (let match = pattern.exec(text); match !== null && budget > 0; match = pattern.exec(text)) {
    const start = match.index + match[0].length;
    if (text[start] !== "{") {
      found.push({ at: match.index, answer: text[start]! });
      continue;
    }
    const group = braces(text, start);
    budget -= group.end - start;
    const answer = group.text.trim();
    if (!group.closed || answer === "") continue;
    const inner = extractAnswer(answer);
    found.push({ at: match.index, answer: inner !== null && answer.startsWith("\\boxed") ? inner : answer });
    pattern.lastIndex = group.end;
  }
  return found;
}

function marked(text: string): Statement[] {
  const found: Statement[] = [];
  for (const pattern of [marker, heading]) {
    // From the end: the last one that states something is all that matters.
    for (const match of [...text.matchAll(pattern)].slice(-MAX_TRIES).reverse()) {
      if (wordsBefore.test(text.slice(Math.max(0, match.index - 50), match.index))) continue;
      const answer = sentence(text.slice(match.index + match[0].length, match.index + match[0].length + 2000));
      if (answer === undefined) continue;
      found.push({ at: match.index + match[0].length - 1, answer });
      break;
    }
  }
  return found;
}

function picked(text: string): Statement[] {
  return chosen.flatMap((pattern) => [...text.matchAll(pattern)].filter((match) => !/(?:n't|\bnot|\bnever|[不别])\s*$/.test(text.slice(Math.max(0, match.index - 8), match.index))).map((match) => ({ at: match.index, answer: match[1]!.normalize("NFKC") })));
}
