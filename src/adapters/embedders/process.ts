/** Entry of the child process in which embedding models run. It speaks `messages.ts` over Node's IPC channel. */
import path from "node:path";
import { FigtreeError, toFigtreeError } from "../../core/ports";
import { JointTowers } from "./child/jointTowers";
import { PooledTower } from "./child/pooledTower";
import { TextTower } from "./child/textTower";
import { WorkQueue } from "./child/workQueue";
import type { Description, FromChild, LoadOptions, ToChild, Work } from "./messages";

const queue = new WorkQueue();
let options: LoadOptions = {};

/** Loads at the first use. After a failure the parent turns to another process. */
function lazily<Tower>(part: "text" | "joint" | "pooled", load: () => Promise<Tower>): () => Promise<Tower> {
  let tower: Promise<Tower> | undefined;
  return () =>
    (tower ??= load().catch((thrown: unknown) => Promise.reject(named(part, thrown, "embedder.notAvailable"))));
}

const towers = {
  text: lazily("text", () => TextTower.load(options.text!, options)),
  joint: lazily("joint", () => JointTowers.load(options.joint!, options)),
  pooled: lazily("pooled", () => PooledTower.load(options.pooled!, options)),
};

/** A failure with the name of its model. */
function named(part: "text" | "joint" | "pooled", thrown: unknown, fallback: "embedder.notAvailable" | "embedder.failed"): FigtreeError {
  const { code, details } = toFigtreeError(thrown, fallback);
  return new FigtreeError(code, { model: path.basename(options[part]?.folder ?? ""), ...details }, { cause: thrown });
}

async function run(work: Work, checkpoint: () => Promise<void>): Promise<Float32Array[] | Description> {
  const each = async <Item>(part: "text" | "joint" | "pooled", items: readonly Item[], embed: (item: Item) => Promise<Float32Array>): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (const item of items) {
      vectors.push(await embed(item).catch((thrown: unknown) => Promise.reject(named(part, thrown, "embedder.failed"))));
      await checkpoint();
    }
    return vectors;
  };
  if (work.kind === "describe") return describe();
  if (work.kind === "texts") {
    const tower = await towers.text();
    return each("text", work.texts, (text) => tower.embed(text));
  }
  if (work.kind === "joint") {
    const tower = await towers.joint();
    return each("joint", work.texts, (text) => tower.embedText(text));
  }
  const part = options.joint === undefined ? "pooled" : "joint";
  const tower = await towers[part]();
  return each(part, work.images, (image) => tower.embedImage(image));
}

async function describe(): Promise<Description> {
  const of = async <Facts>(part: "text" | "joint", tower: () => Promise<{ describe(): Promise<Facts> }>): Promise<Facts | undefined> => {
    if (options[part] === undefined) return undefined;
    const loaded = await tower();
    return loaded.describe().catch((thrown: unknown) => Promise.reject(named(part, thrown, "embedder.notAvailable")));
  };
  const text = await of("text", towers.text);
  const joint = await of("joint", towers.joint);
  return { ...(text === undefined ? {} : { text }), ...(joint === undefined ? {} : { joint }) };
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

process.on("message", (message: ToChild) => {
  if (message.type === "options") options = message.options;
  else if (message.type === "abort") queue.cancel(message.id);
  else {
    const { id, work } = message;
    queue.add(id, (checkpoint) => run(work, checkpoint)).then(
      (reply) => send(Array.isArray(reply) ? { type: "vectors", id, vectors: reply } : { type: "described", id, description: reply }),
      (thrown: unknown) => {
        const { code, details } = toFigtreeError(thrown, "embedder.failed");
        send({ type: "failed", id, code, details });
      },
    );
  }
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C in a terminal reaches the whole process group; the parent decides when this process ends.
process.on("SIGINT", () => undefined);
