/** VS Code's memory of an extension, in memory. */
export class Memory {
  readonly #values = new Map<string, unknown>();
  readonly keys = () => [...this.#values.keys()];
  get<Value>(key: string, otherwise?: Value): Value | undefined {
    return (this.#values.get(key) as Value | undefined) ?? otherwise;
  }
  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

/** VS Code's event emitter as far as it is used. */
export function emitter() {
  const listeners = new Set<() => void>();
  return {
    event: (listener: () => void) => (listeners.add(listener), { dispose: () => void listeners.delete(listener) }),
    fire: () => listeners.forEach((listener) => listener()),
    dispose: () => listeners.clear(),
  };
}
