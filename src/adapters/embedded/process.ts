/** Entry of the child process in which a model runs. It speaks `messages.ts` over Node's IPC channel. */
import path from "node:path";
import { FigtreeError, toFigtreeError, type CompletionReply, type PreparedImage } from "../../core/ports";
import type { Runtime } from "./child/runtime";
import { WorkQueue } from "./child/workQueue";
import { mapPictures, RecentPictures } from "./pictures";
import type { FromChild, LoadedReply, LoadOptions, ToChild, Work, YesNoReply } from "./messages";

const queue = new WorkQueue();
const pictures = new RecentPictures<PreparedImage>();
let loading: Promise<{ runtime: Runtime; milliseconds: number }> | undefined;

async function load(options: LoadOptions): Promise<{ runtime: Runtime; milliseconds: number }> {
  const start = performance.now();
  try {
    // Loaded late, so that a machine without its native parts is told in words and not by a process that ends.
    const { Runtime: Loader } = await import("./child/runtime");
    const runtime = await Loader.load(options);
    return { runtime, milliseconds: Math.round(performance.now() - start) };
  } catch (thrown) {
    const { message } = toFigtreeError(thrown, "model.loadFailed").details;
    throw new FigtreeError("model.loadFailed", { model: path.basename(options.folder), message: String(message ?? "").split("\n")[0]! }, { cause: thrown });
  }
}

async function run(id: number, work: Work, checkpoint: () => Promise<void>): Promise<CompletionReply | YesNoReply | LoadedReply> {
  const { runtime, milliseconds } = await loading!;
  await checkpoint();
  switch (work.kind) {
    case "load":
      return { milliseconds };
    case "yesNo":
      return runtime.yesNo(work.messages);
    case "complete":
      return runtime.complete(work.body, {
        checkpoint,
        onText: work.body.stream ? (sample, text, tokens) => send({ type: "text", id, sample, text, ...(work.body.alternatives === undefined || tokens === undefined ? {} : { tokens }) }) : undefined,
      });
  }
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

process.on("message", (message: ToChild) => {
  if (message.type === "options") {
    loading = load(message.options);
    // Each request reports the failure; without one, nobody has to hear of it.
    loading.catch(() => undefined);
  } else if (message.type === "abort") queue.cancel(message.id);
  else if (message.type === "picture") pictures.put(message.image.sha256, message.image, message.image.bytes.byteLength);
  else {
    const { id } = message;
    const work = mapPictures(message.work, (image) => pictures.use(image.sha256) ?? image);
    pictures.trim();
    queue.add(id, (checkpoint) => run(id, work, checkpoint)).then(
      (reply) => send({ type: "reply", id, reply }),
      (thrown: unknown) => {
        const { code, details } = toFigtreeError(thrown, "model.crashed");
        send({ type: "failed", id, code, details });
      },
    );
  }
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C in a terminal reaches the whole process group; the parent decides when this process ends.
process.on("SIGINT", () => undefined);
