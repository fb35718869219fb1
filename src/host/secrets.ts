import type * as vscode from "vscode";
import { FigtreeError } from "../core/ports";

const listKey = "figtree.keyOrigins";
const secretName = (origin: string): string => `figtree.apiKey:${origin}`;

/** A person's explicit choice to take a key from the environment, typed in place of the key. */
const variablePattern = /^env:([A-Za-z_][A-Za-z0-9_]*)$/;

/** The key itself, or what the named environment variable holds now. @throws FigtreeError `input.invalid` where it is not set */
function resolveKey(kept: string, environment: Readonly<Record<string, string | undefined>>): string {
  const variable = variablePattern.exec(kept)?.[1];
  if (variable === undefined) return kept;
  const key = environment[variable];
  if (key === undefined || key === "") throw new FigtreeError("input.invalid", { field: "The API key", message: `The environment variable ${variable} is not set where the extension runs.` });
  return key;
}

/** API keys, each bound to the origin it was given for: a changed address never receives another one's key. */
export class KeyStore {
  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly memory: vscode.Memento,
    private readonly environment: Readonly<Record<string, string | undefined>> = process.env,
  ) {}

  /** @throws FigtreeError `input.invalid` where the key is to come from an environment variable that is not set */
  async get(origin: string): Promise<string | undefined> {
    const kept = await this.secrets.get(secretName(origin));
    return kept === undefined ? undefined : resolveKey(kept, this.environment);
  }

  /** Origins that a key was given for; an empty key means: none is needed there. */
  origins(): readonly string[] {
    return this.memory.get<readonly string[]>(listKey, []);
  }

  /** @param key the key, or `env:NAME` to read it from an environment variable each time */
  async set(origin: string, key: string): Promise<void> {
    await this.secrets.store(secretName(origin), key);
    if (!this.origins().includes(origin)) await this.memory.update(listKey, [...this.origins(), origin]);
  }

  async remove(origin: string): Promise<void> {
    await this.secrets.delete(secretName(origin));
    await this.memory.update(listKey, this.origins().filter((each) => each !== origin));
  }
}
