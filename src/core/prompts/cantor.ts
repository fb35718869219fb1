import { unwrap } from "./reply";
import { finalPhrase, isFinalSubQuestion, questionLines, type TranscriptStep } from "./transcript";

/** What one expert is to find out (Cantor, VReST appendix C). */
export interface ExpertTask {
  readonly expert: string;
  readonly task: string;
}

interface Expert {
  readonly name: string;
  readonly looksAt: string;
  /** What it is asked where nobody has said what. */
  readonly standing: string;
  readonly known: RegExp;
}

const experts: readonly Expert[] = [
  { name: "Text expert", looksAt: "words, numbers and symbols that are written in the figure", standing: "Which words, numbers and symbols are written in the figure, and where?", known: /text|read|ocr|文/i },
  { name: "Object expert", looksAt: "objects: what they are, how many, and where", standing: "Which objects does the figure show, how many of each, and where?", known: /object|count|locat|物/i },
  { name: "Shape expert", looksAt: "shapes, angles, colours and how things are arranged", standing: "Which shapes, angles, colours and arrangements does the figure show?", known: /shape|vision|visual|geometr|colou?r|形/i },
  { name: "Chart expert", looksAt: "values, axes, legends and trends of charts and tables", standing: "Which values, axes and trends can be read off the charts or tables in the figure?", known: /chart|table|graph|data|图/i },
];

/** At most so many experts are asked. */
export const maxExpertTasks = 6;

/** Decision: who should find out what. */
export function decisionText(question: string, choices: readonly string[]): string {
  return [
    questionLines(question, choices),
    "Do not answer the question yet. Split it into parts for experts who see the figure too:",
    ...experts.map(({ name, looksAt }) => `${name}: ${looksAt}`),
    `Choose the experts that are needed. Write one line for each part, at most ${maxExpertTasks}, in the form "Expert: what to find out", and nothing else.`,
  ].join("\n");
}

/** One expert's call: its part is the first sub-question of the common form, so that the reply is a sub-answer. */
export function expertText(question: string, choices: readonly string[], { expert, task }: ExpertTask): string {
  return `${questionLines(question, choices)}\nSub-question 1: ${expert}: ${task}\nAnswer 1:`;
}

/** All experts with what each of them is for: stands in for a decision that cannot be read. */
export const standingTasks: readonly ExpertTask[] = experts.map(({ name, standing }) => ({ expert: name, task: standing }));

function expertNamed(text: string): string | undefined {
  return text.length > 60 || !/\p{L}/u.test(text) ? undefined : experts.find(({ known }) => known.test(text))?.name;
}

/** One line of a decision, whatever its dress: bullets, numbers, emphasis, a table row, a JSON object. */
function readTask(line: string): ExpertTask | undefined {
  const fields = /"(?:expert|name|module|role)"\s*:\s*"([^"]*)"[^{}]*"(?:task|part|question|instruction|what)"\s*:\s*"((?:[^"\\]|\\.)*)"/i.exec(line);
  const bare = line.replace(/[*`#]+|^\s*(?:[-•]|\(?\d{1,2}[.)])\s*/g, " ").trim();
  const row = /^\|([^|]+)\|([^|]+)\|/.exec(bare);
  const plain = /^([^:：|–—]{2,60}?)\s*(?:[:：]|\s[-–—]\s)\s*(.+)$/.exec(bare);
  const [, who, what] = fields ?? row ?? plain ?? [];
  const expert = expertNamed(who?.trim() ?? "");
  const task = what?.trim().replace(/\s+/g, " ").slice(0, 500) ?? "";
  return expert === undefined || !/\p{L}/u.test(task) || isFinalSubQuestion(task) ? undefined : { expert, task };
}

/**
 * Reads who should find out what, in the order of the reply; at most six parts, none twice. Empty where the reply
 * holds no part for a known expert. Never throws.
 */
export function parseDecision(reply: string): ExpertTask[] {
  const lines = unwrap(reply).slice(0, 20_000).replace(/\}\s*,\s*\{/g, "}\n{").replace(/(\{[^{}]*\})/g, (object) => object.replace(/\n/g, " ")).split("\n");
  const tasks = new Map<string, ExpertTask>();
  for (const line of lines) {
    const read = readTask(line);
    if (read !== undefined && tasks.size < maxExpertTasks) tasks.set(`${read.expert}\n${read.task.toLowerCase()}`, read);
  }
  return [...tasks.values()];
}

/** An expert's finding as a step of the transcript; null where the reply says nothing. */
export function parseExpertReply(reply: string, { expert, task }: ExpertTask): TranscriptStep | null {
  const text = unwrap(reply).replace(/^[\s*_#>-]*(?:answer|答案|回答)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：][*_]*/i, "");
  const answer = text.split(/\n[ \t*_#>-]*(?:sub-?\s?question|子问题|answer[ \t]*\d+)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：]/i)[0]!.replaceAll(finalPhrase, "").trim().slice(0, 4000);
  return answer === "" ? null : { subQuestion: `${expert}: ${task}`, answer };
}
