/** Lets everything else that waits have its turn: long work is done in slices of a few milliseconds. */
export const letOthersWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Gives a function that waits for `letOthersWork` once a slice is used up. */
export function slices(milliseconds = 4): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < milliseconds) return undefined;
    return letOthersWork().then(() => void (began = performance.now()));
  };
}

/** Runs actions one after another; one that fails does not stop the next. */
export function inTurn(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const result = last.then(action);
    last = result.catch(() => undefined);
    return result;
  };
}
