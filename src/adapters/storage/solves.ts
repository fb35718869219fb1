import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { FigtreeError, type PreparedImage } from "../../core/ports";
import type { TraceSnapshot } from "../../core/trace";
import { openEventLog, replayEventLog, type EventLog } from "./event-log";
import { checkedFigure } from "./figure";

export interface StoredSolve {
  readonly snapshot: TraceSnapshot;
  readonly image: PreparedImage;
  /** File name of the figure, or an empty text. */
  readonly name: string;
  /** True where the process ended before the solve did. */
  readonly interrupted: boolean;
}

export interface SolveListing {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  /** Best answer, or null. */
  readonly answer: string | null;
  readonly partial: boolean;
  readonly interrupted: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Solves on disk: a folder each, with the figure, its facts and the growing event log. */
export interface SolveStorage {
  /** Makes the folder of a new solve and opens its log. */
  begin(id: string, image: PreparedImage, name: string): Promise<EventLog>;
  /** @throws FigtreeError `file.notFound`, or `trace.invalid` where it cannot be read */
  read(id: string): Promise<StoredSolve>;
  /** Newest first; folders that cannot be read are left out. */
  list(): Promise<SolveListing[]>;
  remove(id: string): Promise<void>;
  /** Removes the oldest until at most `keep` are left. */
  prune(keep: number): Promise<void>;
}

const figureFacts = z.object({ name: z.string() });

export function createSolveStorage(folder: string): SolveStorage {
  const folderOf = (id: string): string => {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new FigtreeError("file.notFound", { file: id });
    return path.join(folder, id);
  };

  async function read(id: string): Promise<StoredSolve> {
    const own = folderOf(id);
    try {
      const facts = figureFacts.parse(JSON.parse(await readFile(path.join(own, "figure.json"), "utf8")));
      const replayed = await replayEventLog(path.join(own, "events.jsonl"));
      const image = checkedFigure(new Uint8Array(await readFile(path.join(own, "figure"))), replayed.snapshot.problem.image);
      if (image === undefined) throw new FigtreeError("trace.invalid", { message: "Its figure is not the one that was solved." });
      return { ...replayed, image, name: facts.name };
    } catch (thrown) {
      if (thrown instanceof FigtreeError) throw thrown;
      if ((thrown as NodeJS.ErrnoException).code === "ENOENT") throw new FigtreeError("file.notFound", { file: own }, { cause: thrown });
      throw new FigtreeError("trace.invalid", { message: "The facts about its figure cannot be read." }, { cause: thrown });
    }
  }

  /** Folders, newest first by the time of their making. */
  async function byAge(): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    const aged = await Promise.all(names.map(async (id) => ({ id, made: await stat(path.join(folder, id)).then(({ birthtimeMs }) => birthtimeMs, () => 0) })));
    return aged.sort((a, b) => b.made - a.made).map(({ id }) => id);
  }

  return {
    read,
    async begin(id, image, name) {
      const own = folderOf(id);
      await mkdir(own, { recursive: true });
      await writeFile(path.join(own, "figure"), image.bytes);
      await writeFile(path.join(own, "figure.json"), JSON.stringify({ name }));
      return openEventLog(path.join(own, "events.jsonl"));
    },
    async list() {
      const listingOf = (id: string): Promise<SolveListing | null> =>
        read(id).then(
          ({ snapshot, name, interrupted }) => ({ id, name, question: snapshot.problem.question, answer: snapshot.best?.answer ?? null, partial: snapshot.outcome?.partial ?? true, interrupted, startedAt: snapshot.startedAt }),
          () => null,
        );
      const all = await Promise.all((await byAge()).map(listingOf));
      return all.filter((listing) => listing !== null).sort((a, b) => b.startedAt - a.startedAt);
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
    async prune(keep) {
      for (const id of (await byAge()).slice(keep)) await rm(folderOf(id), { recursive: true, force: true });
    },
  };
}
