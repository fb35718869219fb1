import type * as vscode from "vscode";
import type { ProfileStore } from "../../core/ports";

const name = (key: string): string => `figtree.endpointProfile:${key}`;

/** What was found out about endpoints, kept on this machine over windows and restarts. */
export function createProfileStore(memory: vscode.Memento): ProfileStore {
  return {
    read: (key) => Promise.resolve(memory.get<unknown>(name(key))),
    write: async (key, profile) => memory.update(name(key), profile),
  };
}
