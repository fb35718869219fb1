import type { ErrorRecord, PreflightNote } from "../core/ports";
import type { Sentence } from "./panel";

/** Others' words begin and end as they like; as a sentence they begin with a capital and end with a full stop. */
function asSentence(words: string): string {
  const text = words.trim();
  return text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?…]["'”)]?$/.test(text) ? "" : "."}`;
}

/** Words a typed failure for a person. English; the host may translate the result's parts. */
export function describeError({ code, details }: ErrorRecord): Sentence {
  const text = (name: string, otherwise = ""): string => {
    const words = String(details[name] ?? otherwise);
    return name === "message" ? asSentence(words) : words;
  };
  switch (code) {
    case "input.invalid":
      return { what: `${text("field", "A value")} is not usable${details["value"] === undefined ? "" : `: ${text("value")}`}.`, meaning: text("message"), next: "Correct it and try again." };
    case "file.notFound":
      return { what: `The file ${text("file")} was not found.`, meaning: "There is nothing to read at that place.", next: "Check the path, or choose another file." };
    case "image.empty":
      return { what: "The figure is empty.", meaning: "The file has no content.", next: "Save or download it again, or choose another figure." };
    case "image.notAnImage":
      return { what: `This file is not a picture${details["looksLike"] === undefined ? "" : `: its content looks like ${text("looksLike")}`}.`, meaning: "A figure is told by its content, not by its name.", next: "Save or download the figure again, or choose another one." };
    case "image.damaged":
      return { what: "The figure is damaged.", meaning: "Part of the picture is missing or unreadable, so an answer would be a guess.", next: "Save or download it again." };
    case "image.tooLarge":
      return { what: `The figure is too large: ${text("width")} x ${text("height")} pixels.`, meaning: `At most ${text("limit")} million pixels are decoded.`, next: "Crop it or scale it down first." };
    case "image.tooSmall":
      return { what: `The figure is too small: ${text("width")} x ${text("height")} pixels.`, meaning: "A model cannot read anything in it.", next: "Use a larger picture." };
    case "image.unsupported":
      return { what: `Figures of the type ${text("format", "of this file")} cannot be read here.`, meaning: "PNG, JPEG, WebP, GIF, AVIF, TIFF and SVG can.", next: "Convert it to PNG first." };
    case "image.noDecoder":
      return { what: "Figures cannot be read on this machine.", meaning: asSentence(`The image library did not load${details["message"] === undefined ? "" : `: ${String(details["message"])}`}`), next: "Install the package for this platform, then reload.", action: { label: "Show Log", command: "showLog" } };
    case "endpoint.unreachable":
      return { what: `${text("place", "The endpoint")} cannot be reached from ${text("machine", "this machine")}.`, meaning: text("message", "No connection was made."), next: "Start the server or correct the address, then try again.", action: { label: "Open Settings", command: "openSettings" } };
    case "endpoint.unauthorized":
      return { what: `${text("place", "The endpoint")} refused the API key.`, meaning: "The key is missing, wrong, or not allowed to use this model.", next: "Set the key for this endpoint and try again.", action: { label: "Set API Key", command: "setApiKey" } };
    case "endpoint.modelNotFound":
      return { what: `${text("place", "The endpoint")} has no model named ${text("model")}.`, meaning: details["available"] === undefined ? "Names must match the server's list exactly." : `It has ${text("available")}.`, next: "Choose another model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "endpoint.noVision":
      return { what: `The model ${text("model")} cannot see pictures.`, meaning: "Without the figure an answer would be a guess.", next: "Choose a vision-language model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "endpoint.timeout":
      return { what: `${text("place", "The endpoint")} did not answer within ${text("seconds")} s.`, meaning: "The server is busy, still loading, or stuck.", next: "Try again, or raise the time limit in the settings.", action: { label: "Open Settings", command: "openSettings" } };
    case "endpoint.rateLimited":
      return { what: `${text("place", "The endpoint")} asks to slow down.`, ...(details["retryAfterSeconds"] === undefined ? { meaning: "Its rate limit stayed in force through every retry.", next: "Wait a moment, or lower the number of requests in flight." } : { meaning: `It asks to wait ${text("retryAfterSeconds")} s, which is too long to wait for here.`, next: "Solve again after that time, or choose another endpoint." }) };
    case "endpoint.quota":
      return { what: `The quota at ${text("place", "the endpoint")} is used up.`, meaning: "Waiting will not help.", next: "Check the account there, or choose another endpoint.", action: { label: "Choose Model", command: "chooseModel" } };
    case "endpoint.contextOverflow":
      return { what: "The problem does not fit into the model's context.", meaning: text("message"), next: "Use a smaller figure, a shorter question, or a model with a longer context." };
    case "endpoint.rejected":
      return { what: `${text("place", "The endpoint")} rejected the request.`, meaning: text("message"), next: details["status"] === 413 ? "Use a smaller figure, or raise the server's limit for the size of requests." : "Check model and settings.", action: { label: "Open Settings", command: "openSettings" } };
    case "endpoint.serverError":
      return { what: `${text("place", "The endpoint")} failed.`, meaning: text("message", `It answered with status ${text("status")}.`), next: "Try again; if it stays so, look at the server's log." };
    case "endpoint.badResponse":
      return { what: `${text("place", "The endpoint")} gave no usable reply.`, meaning: text("message"), next: "Check that the address is an OpenAI-compatible API.", action: { label: "Open Settings", command: "openSettings" } };
    case "model.notFound":
      return { what: `There is no model in ${text("folder")}.`, meaning: text("message", "A folder with config.json and an onnx folder is needed."), next: "Choose another folder or model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "model.loadFailed":
      return { what: `The model ${text("model")} could not be loaded.`, meaning: text("message"), next: "Check the folder, or choose another model.", action: { label: "Show Log", command: "showLog" } };
    case "model.crashed":
      return { what: "The embedded model stopped unexpectedly.", meaning: text("message", "Its process ended; what was found so far is kept."), next: "Solve again.", action: { label: "Show Log", command: "showLog" } };
    case "model.notInstalled":
      return { what: `The model ${text("id")} is not installed.`, meaning: "Nothing is downloaded without being asked for.", next: `Install it first: figtree models install ${text("id")}`, action: { label: "Choose Model", command: "chooseModel" } };
    case "editor.notAllowed":
      return { what: `VS Code does not let Figtree use ${text("model", "its language models")}.`, meaning: text("message", "The request for access was declined, or the account does not include this model."), next: "Solve again and allow it, or manage the access in VS Code's accounts menu.", action: { label: "Choose Model", command: "chooseModel" } };
    case "editor.blocked":
      return { what: `${text("place", "VS Code")} takes no more requests for ${text("model", "this model")}.`, meaning: text("message", "Its quota is used up, or the request was blocked."), next: "Wait until the quota is renewed, or choose another model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "editor.modelNotFound":
      return { what: `VS Code has no language model named ${text("model")}.`, meaning: details["available"] === undefined ? "No extension offers one at the moment." : `It has ${text("available")}.`, next: "Sign in to the extension that brings the model, or choose another one.", action: { label: "Choose Model", command: "chooseModel" } };
    case "editor.failed":
      return { what: `The model ${text("model")} of ${text("place", "VS Code")} failed.`, meaning: text("message"), next: "Try again, or choose another model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "hub.unreachable":
      return { what: `The model hub ${text("place")} cannot be reached.`, meaning: text("message", "No connection was made."), next: "Check the connection or the hub's address; a download that was begun goes on where it stopped." };
    case "hub.refused":
      return { what: `The model hub does not give ${text("id")} to everybody.`, meaning: "The model is gated, private or not there: its owner decides who may download it.", next: "Accept its terms at the hub and give a token, or choose another model." };
    case "hub.notFound":
      return { what: `${text("place", "The model hub")} has no ${text("file") === "" ? `model ${text("id")}` : `file ${text("file")} of ${text("id")}`}.`, meaning: details["revision"] === undefined ? "Names must match the hub's to the letter." : `The revision ${text("revision")} was asked for.`, next: "Check the name: it has the form OWNER/NAME." };
    case "hub.unsupported":
      return { what: `The model ${text("id")} cannot be run here.`, meaning: text("message"), next: "Choose a vision-language model that was exported for transformers.js (figtree models list names some)." };
    case "hub.noSpace":
      return { what: `There is not enough room for ${text("id", "the model")}${details["needed"] === undefined ? "" : `: ${text("needed")} MB are needed, ${text("free")} MB are free`}.`, meaning: `It is kept in ${text("folder")}.`, next: "Free some space, remove a model that is no longer used, or choose smaller weights (--dtype)." };
    case "hub.corrupt":
      return { what: `The file ${text("file")} of ${text("id")} arrived damaged.`, meaning: "Its content is not what the hub announced, so it was deleted.", next: "Try again; if it stays so, a proxy or mirror may be changing files." };
    case "hub.badResponse":
      return { what: `${text("place", "The model hub")} gave no usable answer.`, meaning: text("message"), next: "Check that the address is that of a model hub." };
    case "library.notFound":
      return { what: `There is no exemplar library in ${text("place")}.`, meaning: "Nothing has been imported into it or added to it yet.", next: "Check the folder or address, or import exemplars into it first." };
    case "library.unreachable":
      return { what: `The exemplar library ${text("place")} cannot be opened.`, meaning: text("message", "No connection was made."), next: "Check the folder or address in the settings, and that it may be read and written.", action: { label: "Open Settings", command: "openSettings" } };
    case "library.damaged":
      return { what: `The exemplar library ${text("place")} is damaged.`, meaning: text("message"), ...(details["version"] === undefined ? { next: "Restore it from a copy, or import its exemplars again." } : { next: `Its version of ${text("date", "before")} is whole: restore that one.`, action: { label: "Restore", command: "restoreLibrary" } as const }) };
    case "library.busy":
      return { what: "The exemplar library is busy.", meaning: text("message", "Another window or process is writing to it."), next: "Try again in a moment." };
    case "library.full":
      return { what: `There is no room left for ${text("place", "the exemplar library")}.`, meaning: text("message", "The disk is full; nothing that was there is lost."), next: "Free some space, or choose another folder for the library." };
    case "embedder.notAvailable":
      return { what: `The embedding model ${text("model")} cannot be used.`, meaning: text("message"), next: "Choose another embedder; the offline one needs nothing." };
    case "embedder.failed":
      return { what: `The embedding model ${text("model")} failed.`, meaning: text("message"), next: "Try again, or choose another embedder." };
    case "import.unreadable":
      return { what: `${text("file", "This file")} cannot be imported.`, meaning: text("message"), next: "Give a JSON, JSONL or CSV file with questions, answers and pictures, or a pack that Figtree exported." };
    case "import.nothingFound":
      return { what: `${text("file", "This file")} holds no exemplar.`, meaning: text("message", "No record has a question, an answer and a picture."), next: "Check which fields are read for them." };
    case "reply.unreadable":
      return { what: "The model's replies could not be understood.", meaning: "None had the form of a reasoning step or an answer.", next: "Try again or choose a stronger model.", action: { label: "Choose Model", command: "chooseModel" } };
    case "search.noAnswer":
      return { what: "No chain of steps reached an answer.", meaning: "Every path ended before its last step.", next: "Allow more depth, let the last step be asked for, or choose a stronger model." };
    case "trace.invalid":
      return { what: "This is not a Figtree trace.", meaning: text("message"), next: "Open another file." };
    case "budget.calls":
      return { what: `The limit of ${text("limit")} requests is reached.`, meaning: "What was found until then is kept.", next: "Raise the budget in the settings and solve again.", action: { label: "Open Settings", command: "openSettings" } };
    case "budget.tokens":
      return { what: `The limit of ${text("limit")} tokens is reached.`, meaning: "What was found until then is kept.", next: "Raise the budget in the settings and solve again.", action: { label: "Open Settings", command: "openSettings" } };
    case "budget.seconds":
      return { what: `The limit of ${text("limit")} seconds is reached.`, meaning: "What was found until then is kept.", next: "Raise the budget in the settings and solve again.", action: { label: "Open Settings", command: "openSettings" } };
    case "cancelled":
      return { what: "Stopped.", meaning: "What was found so far is kept.", next: "Solve again to go on." };
  }
}

/** Sizes before and after the preflight, in pixels. */
export interface PreflightSizes {
  readonly original: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
}

/** Words what the preflight did to a figure, one sentence each; `verySmallText` is a warning, the others are facts. */
export function describeNote(note: PreflightNote, { original, width, height }: PreflightSizes): string {
  const from = `${String(original.width)} x ${String(original.height)}`;
  const to = `${String(width)} x ${String(height)}`;
  const percent = Math.max(1, Math.round((100 * Math.max(width, height)) / Math.max(original.width, original.height, 1)));
  switch (note) {
    case "rotated":
      return "Turned upright, as its camera noted.";
    case "flattenedOnWhite":
      return "Its transparent ground is sent as white.";
    case "flattenedOnDark":
      return "Its transparent ground is sent as dark, since its strokes are light.";
    case "convertedColour":
      return "Its colours were converted to sRGB.";
    case "reducedDepth":
      return "Its colours were reduced to 8 bits a channel.";
    case "rasterised":
      return `The drawing is sent as a picture of ${to} pixels.`;
    case "convertedFormat":
      return "It was converted to a type that every model reads.";
    case "firstFrameOnly":
      return "Only one frame of the animation is sent.";
    case "skippedBlankFrames":
      return "Blank frames at the start of the animation were skipped.";
    case "firstPageOnly":
      return "Only the first of its pages is sent.";
    case "scaledDown":
      return `Scaled down from ${from} to ${to} pixels.`;
    case "scaledUp":
      return `Drawn larger than its own ${from} pixels, so that small labels can be read.`;
    case "padded":
      return `Given a margin up to ${to} pixels, which models need at least.`;
    case "verySmallText":
      return percent < 100
        ? `Small text may have become unreadable at ${String(percent)} % of its size; crop to the part that matters.`
        : "The figure is a long strip that models shrink, so small text may become unreadable; crop to the part that matters.";
    case "recompressed":
      return "Compressed with some loss to stay within the size limit.";
    case "removedActiveContent":
      return "Scripts, links to other files or embedded pages were taken out; check that nothing you need is missing.";
  }
}
