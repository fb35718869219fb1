import type { EndpointProfile } from "../core/ports";

/** One line of the table that shows what an endpoint can do. */
export interface ProfileRow {
  readonly capability: string;
  readonly finding: string;
  /** What Figtree will do about it. */
  readonly action: string;
}

type Row = (profile: EndpointProfile) => ProfileRow;

const notTold = "could not be told";

const model: Row = ({ model, findings }) => ({
  capability: "Model",
  finding: findings.modelFound === "listed" ? `${model}: listed and answers` : findings.modelFound === "answered" ? `${model}: answers, though the server does not list it` : notTold,
  action: "Asks for it by this name.",
});

const vision: Row = ({ findings: { tokensGrow, canaryRead }, memory }) => {
  const tokens = tokensGrow === null ? "token counts do not tell" : tokensGrow ? "a picture adds tokens" : "a picture adds no tokens";
  const canary = canaryRead === null ? "there was no reply about a drawn number" : canaryRead ? "a drawn number was read back" : "a drawn number was not read back";
  const actions = { sees: "Solves.", blind: "Does not solve: without the figure an answer would be a guess.", unsure: "Solves with a warning beside the confidence." };
  const verdict = { sees: "yes", blind: "no", unsure: "unsure" }[memory.vision ?? "unsure"];
  return { capability: "Sees pictures", finding: `${verdict}: ${tokens}, ${canary}`, action: actions[memory.vision ?? "unsure"] };
};

const images: Row = ({ findings: { twoImages } }) => ({
  capability: "Several pictures in a request",
  finding: twoImages === null ? notTold : { both: "yes", one: "only one of two arrived", refused: "refused" }[twoImages],
  action: twoImages === "both" ? "May send worked examples with their pictures." : "Sends the figure alone; worked examples go as text.",
});

const choices: Row = ({ findings: { choicesOfTwo } }) => ({
  capability: "Several replies to a request (n)",
  finding: choicesOfTwo === null ? notTold : choicesOfTwo > 1 ? "yes" : "no, one reply comes back",
  action: choicesOfTwo === 1 ? "Sends one request for each sampled step." : "Asks for all steps of an expansion at once.",
});

const logprobs: Row = ({ findings: { logprobs: count, yesToken }, memory }) => {
  const usable = memory.topLogprobs > 0 && !memory.thinks;
  const spelling = yesToken === null ? "" : `; Yes is spelled ${JSON.stringify(yesToken)}`;
  const finding = count === null ? (memory.thinks ? "of no use, since the model thinks first" : notTold) : count === 0 ? "none" : `${count} tokens${spelling}`;
  return { capability: "Log-probabilities", finding, action: usable ? "Reads P(Yes) from one token." : "Estimates P(Yes) from a few sampled replies." };
};

const thinking: Row = ({ findings: { thought }, memory }) => {
  const where = thought === null ? notTold : { none: "none seen", separate: "in a field of its own", inText: "in the text", hidden: "hidden, but counted" }[thought];
  const off = memory.thinkingOff === "template" ? "Switches it off (chat_template_kwargs)." : memory.thinkingOff === "effort" ? "Switches it off (reasoning_effort)." : null;
  return { capability: "Thinking", finding: where, action: off ?? (memory.thinks ? "Leaves room for it and cuts it off the replies." : "Nothing.") };
};

const fields: Row = ({ findings: { tokenLimit }, memory }) => {
  const sampling = ["temperature", "top_p", "seed", "stop"];
  const refused = sampling.filter((name) => memory.refused.includes(name));
  return {
    capability: "Request fields",
    finding: `token limit as ${tokenLimit ?? "none of the known names"}${refused.length === 0 ? "; takes temperature, top_p, seed and stop" : `; refuses ${refused.join(", ")}`}`,
    action: refused.length === 0 ? "Sends them." : `Leaves ${refused.join(", ")} out.`,
  };
};

const context: Row = ({ findings: { contextTokens } }) => ({
  capability: "Context",
  finding: contextTokens === null ? "not told" : `${contextTokens} tokens`,
  action: "Shortens worked examples first, then the oldest steps, when a problem does not fit.",
});

const concurrency: Row = ({ memory }) => ({
  capability: "Requests at once",
  finding: memory.inFlight === null ? "not known yet" : `${memory.inFlight} were of use`,
  action: `Begins with ${memory.inFlight ?? 4}, adds one while replies stay as quick, halves when asked to slow down.`,
});

const cache: Row = ({ findings: { cachedTokens } }) => ({
  capability: "Prefix cache",
  finding: cachedTokens === null ? "not told" : cachedTokens > 0 ? `seen (${cachedTokens} tokens)` : "told, but none seen in so few requests",
  action: "Keeps the beginning of all prompts of a problem the same.",
});

const rows: readonly Row[] = [model, vision, images, choices, logprobs, thinking, fields, context, concurrency, cache];

/** What an endpoint can do and what follows, as a small table. For a profile without a failure. */
export function describeProfile(profile: EndpointProfile): readonly ProfileRow[] {
  return rows.map((row) => row(profile));
}
