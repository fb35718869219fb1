import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readEvaluation, type Evaluation } from "./plan";

export interface StoredEvaluation {
  /** The run's folder. */
  readonly folder: string;
  readonly evaluation: Evaluation;
}

const file = "evaluation.json";

/** Evaluations on disk: a run's folder each, with how it was begun. */
export class EvaluationFolder {
  constructor(private readonly root: string) {}

  folderOf(id: string): string {
    return path.join(this.root, id);
  }

  async write({ folder, evaluation }: StoredEvaluation): Promise<void> {
    await mkdir(folder, { recursive: true });
    const target = path.join(folder, file);
    await writeFile(`${target}.part`, `${JSON.stringify(evaluation, null, 2)}\n`);
    await rename(`${target}.part`, target);
  }

  /** Newest first; folders that cannot be read are left out. */
  async list(): Promise<StoredEvaluation[]> {
    const names = await readdir(this.root).catch(() => []);
    const all = await Promise.all(names.map(async (name) => {
      const folder = this.folderOf(name);
      const evaluation = readEvaluation(await readFile(path.join(folder, file), "utf8").catch(() => ""));
      return evaluation === undefined ? [] : [{ folder, evaluation }];
    }));
    return all.flat().sort((a, b) => b.evaluation.startedAt - a.evaluation.startedAt);
  }

  remove({ folder }: StoredEvaluation): Promise<void> {
    return rm(folder, { recursive: true, force: true });
  }
}
