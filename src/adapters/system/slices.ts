const waiting: (() => void)[] = [];

function resumeNext(): void {
  const next = waiting.shift()!;
  if (waiting.length > 0) setImmediate(resumeNext);
  next();
}

/**
 * Lets everything else that waits have its turn. Several that wait here go on one after another, each in a turn of
 * the event loop of its own, so that long work in several places holds up nobody for longer than in one.
 */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext);
  });
}

/** Milliseconds: well below the 10 that nobody may be held up for, on a busy machine too. */
const slice = 3;

/** Gives a function that waits for `letOthersWork` once a slice of time is used up; asked often, it costs nearly nothing. */
export function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < slice) return undefined;
    return letOthersWork().then(() => void (began = performance.now()));
  };
}
