import type { EndpointProfile } from "../core/ports";
import { enumerated, english, type Translate } from "./translate";

/** One line of the table that shows what an endpoint can do. */
export interface ProfileRow {
  readonly capability: string;
  readonly finding: string;
  /** What Figtree will do about it. */
  readonly action: string;
}

type Row = (profile: EndpointProfile, translate: Translate) => ProfileRow;

const model: Row = ({ model, findings }, translate) => ({
  capability: translate("Model"),
  finding: findings.modelFound === "listed" ? translate("{0}: listed and answers", model) : findings.modelFound === "answered" ? translate("{0}: answers, though the server does not list it", model) : translate("could not be told"),
  action: translate("Asks for it by this name."),
});

const vision: Row = ({ findings: { tokensGrow, canaryRead }, memory }, translate) => {
  const tokens = translate(tokensGrow === null ? "token counts do not tell" : tokensGrow ? "a picture adds tokens" : "a picture adds no tokens");
  const canary = translate(canaryRead === null ? "there was no reply about a drawn number" : canaryRead ? "a drawn number was read back" : "a drawn number was not read back");
  const verdict = memory.vision ?? "unsure";
  return {
    capability: translate("Sees pictures"),
    finding: translate({ sees: "yes: {0}", blind: "no: {0}", unsure: "unsure: {0}" }[verdict], enumerated([tokens, canary], translate)),
    action: translate({ sees: "Solves.", blind: "Does not solve: without the figure an answer would be a guess.", unsure: "Solves with a warning beside the confidence." }[verdict]),
  };
};

const images: Row = ({ findings: { twoImages } }, translate) => ({
  capability: translate("Several pictures in a request"),
  finding: twoImages === null ? translate("could not be told") : translate({ both: "yes", one: "only one of two arrived", refused: "refused" }[twoImages]),
  action: translate(twoImages === "both" ? "May send worked examples with their pictures." : "Sends the figure alone; worked examples go as text."),
});

const choices: Row = ({ findings: { choicesOfTwo } }, translate) => ({
  capability: translate("Several replies to a request (n)"),
  finding: translate(choicesOfTwo === null ? "could not be told" : choicesOfTwo > 1 ? "yes" : "no, one reply comes back"),
  action: translate(choicesOfTwo === 1 ? "Sends one request for each sampled step." : "Asks for all steps of an expansion at once."),
});

function logprobsFinding({ findings: { logprobs: count, yesToken }, memory }: EndpointProfile, translate: Translate): string {
  if (count === null) return translate(memory.thinks ? "of no use, since the model thinks first" : "could not be told");
  if (count === 0) return translate("none");
  return yesToken === null ? translate("{0} tokens", count) : translate("{0} tokens; Yes is spelled {1}", count, JSON.stringify(yesToken));
}

const logprobs: Row = (profile, translate) => ({
  capability: translate("Log-probabilities"),
  finding: logprobsFinding(profile, translate),
  action: translate(profile.memory.topLogprobs > 0 && !profile.memory.thinks ? "Reads P(Yes) from one token." : "Estimates P(Yes) from a few sampled replies."),
});

function thinkingAction({ thinkingOff, thinks }: EndpointProfile["memory"], translate: Translate): string {
  if (thinkingOff === "template" || thinkingOff === "effort") return translate("Switches it off ({0}).", thinkingOff === "template" ? "chat_template_kwargs" : "reasoning_effort");
  return translate(thinks ? "Leaves room for it and cuts it off the replies." : "Nothing.");
}

const thinking: Row = ({ findings: { thought }, memory }, translate) => ({
  capability: translate("Thinking"),
  finding: thought === null ? translate("could not be told") : translate({ none: "none seen", separate: "in a field of its own", inText: "in the text", hidden: "hidden, but counted" }[thought]),
  action: thinkingAction(memory, translate),
});

const fields: Row = ({ findings: { tokenLimit }, memory }, translate) => {
  const refused = ["temperature", "top_p", "seed", "stop"].filter((name) => memory.refused.includes(name));
  const limit = tokenLimit ?? translate("none of the known names");
  return {
    capability: translate("Request fields"),
    finding: refused.length === 0 ? translate("token limit as {0}; takes temperature, top_p, seed and stop", limit) : translate("token limit as {0}; refuses {1}", limit, enumerated(refused, translate)),
    action: refused.length === 0 ? translate("Sends them.") : translate("Leaves {0} out.", enumerated(refused, translate)),
  };
};

const context: Row = ({ findings: { contextTokens } }, translate) => ({
  capability: translate("Context"),
  finding: contextTokens === null ? translate("not told") : translate("{0} tokens", contextTokens),
  action: translate("Shortens worked examples first, then the oldest steps, when a problem does not fit."),
});

const concurrency: Row = ({ memory }, translate) => ({
  capability: translate("Requests at once"),
  finding: memory.inFlight === null ? translate("not known yet") : translate("{0} were of use", memory.inFlight),
  action: translate("Begins with {0}, adds one while replies stay as quick, halves when asked to slow down.", memory.inFlight ?? 4),
});

const cache: Row = ({ findings: { cachedTokens } }, translate) => ({
  capability: translate("Prefix cache"),
  finding: cachedTokens === null ? translate("not told") : cachedTokens > 0 ? translate("seen ({0} tokens)", cachedTokens) : translate("told, but none seen in so few requests"),
  action: translate("Keeps the beginning of all prompts of a problem the same."),
});

const rows: readonly Row[] = [model, vision, images, choices, logprobs, thinking, fields, context, concurrency, cache];

/** What an endpoint can do and what follows, as a small table. For a profile without a failure. */
export function describeProfile(profile: EndpointProfile, translate: Translate = english): readonly ProfileRow[] {
  return rows.map((row) => row(profile, translate));
}
