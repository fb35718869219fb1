import type * as vscode from "vscode";

const listKey = "figtree.keyOrigins";
const secretName = (origin: string): string => `figtree.apiKey:${origin}`;

/** API keys, each bound to the origin it was given for: a changed address never receives another one's key. */
export class KeyStore {
  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly memory: vscode.Memento,
  ) {}

  get(origin: string): Thenable<string | undefined> {
    return this.secrets.get(secretName(origin));
  }

  /** Origins that a key was given for; an empty key means: none is needed there. */
  origins(): readonly string[] {
    return this.memory.get<readonly string[]>(listKey, []);
  }

  async set(origin: string, key: string): Promise<void> {
    await this.secrets.store(secretName(origin), key);
    if (!this.origins().includes(origin)) await this.memory.update(listKey, [...this.origins(), origin]);
  }

  async remove(origin: string): Promise<void> {
    await this.secrets.delete(secretName(origin));
    await this.memory.update(listKey, this.origins().filter((each) => each !== origin));
  }
}
