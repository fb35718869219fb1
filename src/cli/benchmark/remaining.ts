import type { RunProgress } from "../../bench";
import { duration } from "../duration";

/** How long it will still take if it goes on as in this sitting; nothing before the first solve. */
export function remaining({ done, total, now }: Pick<RunProgress, "done" | "total" | "now">, seconds: number): string {
  if (now === 0 || done === total) return "";
  return `, about ${duration((seconds / now) * (total - done))} left`;
}
