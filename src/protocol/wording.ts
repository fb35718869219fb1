import type { ErrorRecord } from "../core/ports";
import type { Sentence } from "./panel";
import { english, plural, type Translate } from "./translate";

/** Others' words begin and end as they like; as a sentence they begin with a capital and end with a full stop. */
function asSentence(words: string): string {
  const text = words.trim();
  return text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?…。！？]["'”)]?$/.test(text) ? "" : "."}`;
}

/**
 * What a damaged library can be set back to: when its last whole version was written and how many exemplars it holds,
 * where somebody has counted them.
 */
export function wholeVersionSentence({ date, exemplars }: Readonly<Record<string, unknown>>, translate: Translate = english): string {
  const when = typeof date === "string" ? date : translate("before");
  if (typeof exemplars !== "number") return translate("Its version of {0} is whole: restore that one.", when);
  if (exemplars === 0) return translate("Its last whole version, of {0}, is empty: restoring it brings no exemplar back. Restore it from a copy, or import its exemplars again.", when);
  return translate(plural(exemplars, "Its version of {0} is whole and holds {1} exemplar: restore that one.", "Its version of {0} is whole and holds {1} exemplars: restore that one."), when, exemplars);
}

/** Words a typed failure for a person. What the failure's details bring along (a server's own words) stays as it is. */
export function describeError({ code, details }: ErrorRecord, translate: Translate = english): Sentence {
  const text = (name: string, otherwise = ""): string => {
    const words = String(details[name] ?? otherwise);
    return name === "message" ? asSentence(words) : words;
  };
  switch (code) {
    case "input.invalid":
      return { what: details["value"] === undefined ? translate("{0} is not usable.", text("field", translate("A value"))) : translate("{0} is not usable: {1}.", text("field", translate("A value")), text("value")), meaning: text("message"), next: translate("Correct it and try again.") };
    case "file.notFound":
      return { what: translate("The file {0} was not found.", text("file")), meaning: translate("There is nothing to read at that place."), next: translate("Check the path, or choose another file.") };
    case "image.empty":
      return { what: translate("The figure is empty."), meaning: translate("The file has no content."), next: translate("Save or download it again, or choose another figure.") };
    case "image.notAnImage":
      return { what: details["looksLike"] === undefined ? translate("This file is not a picture.") : translate("This file is not a picture: its content looks like {0}.", text("looksLike")), meaning: translate("A figure is told by its content, not by its name."), next: translate("Save or download the figure again, or choose another one.") };
    case "image.damaged":
      return { what: translate("The figure is damaged."), meaning: translate("Part of the picture is missing or unreadable, so an answer would be a guess."), next: translate("Save or download it again.") };
    case "image.tooLarge":
      return { what: translate("The figure is too large: {0} x {1} pixels.", text("width"), text("height")), meaning: translate("At most {0} million pixels are decoded.", text("limit")), next: translate("Crop it or scale it down first.") };
    case "image.tooSmall":
      return { what: translate("The figure is too small: {0} x {1} pixels.", text("width"), text("height")), meaning: translate("A model cannot read anything in it."), next: translate("Use a larger picture.") };
    case "image.unsupported":
      return { what: translate("Figures of the type {0} cannot be read here.", text("format", translate("of this file"))), meaning: translate("PNG, JPEG, WebP, GIF, AVIF, TIFF and SVG can."), next: translate("Convert it to PNG first.") };
    case "image.noDecoder":
      return { what: translate("Figures cannot be read on this machine."), meaning: details["message"] === undefined ? translate("The image library did not load.") : asSentence(translate("The image library did not load: {0}", String(details["message"]))), next: translate("Install the package for this platform, then reload."), action: { label: translate("Show Log"), command: "showLog" } };
    case "endpoint.unreachable":
      return { what: translate("{0} cannot be reached from {1}.", text("place", translate("The endpoint")), text("machine", translate("this machine"))), meaning: text("message", translate("No connection was made.")), next: translate("Start the server or correct the address, then try again."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "endpoint.unauthorized":
      return { what: translate("{0} refused the API key.", text("place", translate("The endpoint"))), meaning: translate("The key is missing, wrong, or not allowed to use this model."), next: translate("Set the key for this endpoint and try again."), action: { label: translate("Set API Key"), command: "setApiKey" } };
    case "endpoint.modelNotFound":
      return { what: translate("{0} has no model named {1}.", text("place", translate("The endpoint")), text("model")), meaning: details["available"] === undefined ? translate("Names must match the server's list exactly.") : translate("It has {0}.", text("available")), next: translate("Choose another model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "endpoint.noVision":
      return { what: translate("The model {0} cannot see pictures.", text("model")), meaning: translate("Without the figure an answer would be a guess."), next: translate("Choose a vision-language model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "endpoint.timeout":
      return { what: translate("{0} did not answer within {1} s.", text("place", translate("The endpoint")), text("seconds")), meaning: translate("The server is busy, still loading, or stuck."), next: translate("Try again, or raise the time limit in the settings."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "endpoint.rateLimited":
      return { what: translate("{0} asks to slow down.", text("place", translate("The endpoint"))), ...(details["retryAfterSeconds"] === undefined ? { meaning: translate("Its rate limit stayed in force through every retry."), next: translate("Wait a moment, or lower the number of requests in flight.") } : { meaning: translate("It asks to wait {0} s, which is too long to wait for here.", text("retryAfterSeconds")), next: translate("Solve again after that time, or choose another endpoint.") }) };
    case "endpoint.quota":
      return { what: translate("The quota at {0} is used up.", text("place", translate("the endpoint"))), meaning: translate("Waiting will not help."), next: translate("Check the account there, or choose another endpoint."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "endpoint.contextOverflow":
      return { what: translate("The problem does not fit into the model's context."), meaning: text("message"), next: translate("Use a smaller figure, a shorter question, or a model with a longer context.") };
    case "endpoint.rejected":
      return { what: translate("{0} rejected the request.", text("place", translate("The endpoint"))), meaning: text("message"), next: details["status"] === 413 ? translate("Use a smaller figure, or raise the server's limit for the size of requests.") : translate("Check model and settings."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "endpoint.serverError":
      return { what: translate("{0} failed.", text("place", translate("The endpoint"))), meaning: text("message", translate("It answered with status {0}.", text("status"))), next: translate("Try again; if it stays so, look at the server's log.") };
    case "endpoint.badResponse":
      return { what: translate("{0} gave no usable reply.", text("place", translate("The endpoint"))), meaning: text("message"), next: translate("Check that the address is an OpenAI-compatible API."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "model.notFound":
      return { what: translate("There is no model in {0}.", text("folder")), meaning: text("message", translate("A folder with config.json and an onnx folder is needed.")), next: translate("Choose another folder or model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "model.loadFailed":
      return { what: translate("The model {0} could not be loaded.", text("model")), meaning: text("message"), next: translate("Check the folder, or choose another model."), action: { label: translate("Show Log"), command: "showLog" } };
    case "model.crashed":
      return { what: translate("The embedded model stopped unexpectedly."), meaning: text("message", translate("Its process ended; what was found so far is kept.")), next: translate("Solve again."), action: { label: translate("Show Log"), command: "showLog" } };
    case "model.notInstalled":
      return { what: translate("The model {0} is not installed.", text("id")), meaning: translate("Nothing is downloaded without being asked for."), next: translate("Install it first: figtree models install {0}", text("id")), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "editor.notAllowed":
      return { what: translate("VS Code does not let Figtree use {0}.", text("model", translate("its language models"))), meaning: text("message", translate("The request for access was declined, or the account does not include this model.")), next: translate("Solve again and allow it, or manage the access in VS Code's accounts menu."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "editor.blocked":
      return { what: translate("{0} takes no more requests for {1}.", text("place", translate("VS Code")), text("model", translate("this model"))), meaning: text("message", translate("Its quota is used up, or the request was blocked.")), next: translate("Wait until the quota is renewed, or choose another model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "editor.modelNotFound":
      return { what: translate("VS Code has no language model named {0}.", text("model")), meaning: details["available"] === undefined ? translate("No extension offers one at the moment.") : translate("It has {0}.", text("available")), next: translate("Sign in to the extension that brings the model, or choose another one."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "editor.failed":
      return { what: translate("The model {0} of {1} failed.", text("model"), text("place", translate("VS Code"))), meaning: text("message"), next: translate("Try again, or choose another model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "hub.unreachable":
      return { what: translate("The model hub {0} cannot be reached.", text("place")), meaning: text("message", translate("No connection was made.")), next: translate("Check the connection or the hub's address; a download that was begun goes on where it stopped.") };
    case "hub.refused":
      return { what: translate("The model hub does not give {0} to everybody.", text("id")), meaning: translate("The model is gated, private or not there: its owner decides who may download it."), next: translate("Accept its terms at the hub and give a token, or choose another model.") };
    case "hub.notFound":
      return { what: text("file") === "" ? translate("{0} has no model {1}.", text("place", translate("The model hub")), text("id")) : translate("{0} has no file {1} of {2}.", text("place", translate("The model hub")), text("file"), text("id")), meaning: details["revision"] === undefined ? translate("Names must match the hub's to the letter.") : translate("The revision {0} was asked for.", text("revision")), next: translate("Check the name: it has the form OWNER/NAME.") };
    case "hub.unsupported":
      return { what: translate("The model {0} cannot be run here.", text("id")), meaning: text("message"), next: translate("Choose a vision-language model that was exported for transformers.js (figtree models list names some).") };
    case "hub.noSpace":
      return { what: details["needed"] === undefined ? translate("There is not enough room for {0}.", text("id", translate("the model"))) : translate("There is not enough room for {0}: {1} MB are needed, {2} MB are free.", text("id", translate("the model")), text("needed"), text("free")), meaning: translate("It is kept in {0}.", text("folder")), next: translate("Free some space, remove a model that is no longer used, or choose smaller weights (--dtype).") };
    case "hub.corrupt":
      return { what: translate("The file {0} of {1} arrived damaged.", text("file"), text("id")), meaning: translate("Its content is not what the hub announced, so it was deleted."), next: translate("Try again; if it stays so, a proxy or mirror may be changing files.") };
    case "hub.badResponse":
      return { what: translate("{0} gave no usable answer.", text("place", translate("The model hub"))), meaning: text("message"), next: translate("Check that the address is that of a model hub.") };
    case "library.notFound":
      return { what: translate("There is no exemplar library in {0}.", text("place")), meaning: translate("Nothing has been imported into it or added to it yet."), next: translate("Check the folder or address, or import exemplars into it first.") };
    case "library.unreachable":
      return { what: translate("The exemplar library {0} cannot be opened.", text("place")), meaning: text("message", translate("No connection was made.")), next: translate("Check the folder or address in the settings, and that it may be read and written."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "library.damaged":
      return { what: translate("The exemplar library {0} is damaged.", text("place")), meaning: text("message"), ...(details["version"] === undefined ? { next: translate("Restore it from a copy, or import its exemplars again.") } : { next: wholeVersionSentence(details, translate), action: { label: translate("Restore"), command: "restoreLibrary" } as const }) };
    case "library.busy":
      return { what: translate("The exemplar library is busy."), meaning: text("message", translate("Another window or process is writing to it.")), next: translate("Try again in a moment.") };
    case "library.full":
      return { what: translate("There is no room left for {0}.", text("place", translate("the exemplar library"))), meaning: text("message", translate("The disk is full; nothing that was there is lost.")), next: translate("Free some space, or choose another folder for the library.") };
    case "embedder.notAvailable":
      return { what: translate("The embedding model {0} cannot be used.", text("model")), meaning: text("message"), next: translate("Choose another embedder; the offline one needs nothing.") };
    case "embedder.failed":
      return { what: translate("The embedding model {0} failed.", text("model")), meaning: text("message"), next: translate("Try again, or choose another embedder.") };
    case "import.unreadable":
      return { what: translate("{0} cannot be imported.", text("file", translate("This file"))), meaning: text("message"), next: translate("Give a JSON, JSONL or CSV file with questions, answers and pictures, or a pack that Figtree exported.") };
    case "import.nothingFound":
      return { what: translate("{0} holds no exemplar.", text("file", translate("This file"))), meaning: text("message", translate("No record has a question, an answer and a picture.")), next: translate("Check which fields are read for them.") };
    case "reply.unreadable":
      return { what: translate("The model's replies could not be understood."), meaning: translate("None had the form of a reasoning step or an answer."), next: translate("Try again or choose a stronger model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "reply.declined":
      return { what: translate("The model declined to answer."), meaning: details["message"] === undefined ? translate("The model or a filter of its provider held the reply back and gave no reason.") : translate("It says: {0}", text("message")), next: translate("Ask in other words, or choose another model."), action: { label: translate("Choose Model"), command: "chooseModel" } };
    case "search.noAnswer":
      return { what: translate("No chain of steps reached an answer."), meaning: translate("Every path ended before its last step."), next: translate("Allow more depth, let the last step be asked for, or choose a stronger model.") };
    case "trace.invalid":
      return { what: translate("This is not a Figtree trace."), meaning: text("message"), next: translate("Open another file.") };
    case "budget.calls":
      return { what: translate("The limit of {0} requests is reached.", text("limit")), meaning: translate("What was found until then is kept."), next: translate("Raise the budget in the settings and solve again."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "budget.tokens":
      return { what: translate("The limit of {0} tokens is reached.", text("limit")), meaning: translate("What was found until then is kept."), next: translate("Raise the budget in the settings and solve again."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "budget.seconds":
      return { what: translate("The limit of {0} seconds is reached.", text("limit")), meaning: translate("What was found until then is kept."), next: translate("Raise the budget in the settings and solve again."), action: { label: translate("Open Settings"), command: "openSettings" } };
    case "cancelled":
      return { what: translate("Stopped."), meaning: translate("What was found so far is kept."), next: translate("Solve again to go on.") };
  }
}
