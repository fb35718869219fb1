import type { TurnDelivery, VisionModel } from "../ports";
import type { ExemplarSelection } from "../trace";
import type { Reporter } from "./reporter";

/** Tells how exemplars really reached the model, as soon as a reply says so. */
export interface DeliveryWatch {
  readonly model: VisionModel;
  /** From now on calls carry these exemplars. */
  begin(selection: ExemplarSelection): void;
}

/**
 * Watches a model's replies. A delivery other than the one in the selection is told by another `exemplars` event, and
 * once for each kind by a warning, since a person expects the pictures to be seen.
 */
export function watchDelivery(model: VisionModel, reporter: Reporter): DeliveryWatch {
  let current: ExemplarSelection | undefined;
  const warned = new Set<TurnDelivery>();

  function hear(delivery: TurnDelivery): void {
    if (current === undefined) return;
    if (current.delivery !== delivery) {
      current = { ...current, delivery };
      reporter.emit({ type: "exemplars", selection: current });
    }
    if (warned.has(delivery)) return;
    warned.add(delivery);
    if (delivery === "dropped") reporter.warn("exemplarsIgnored");
    else if (delivery === "contactSheet") reporter.warn("exemplarsCombined");
    else if (delivery === "text") reporter.warn("exemplarsCombined", 1, "the exemplars were shown as text, without theirs");
  }

  return {
    begin: (selection) => void (current = selection),
    model: {
      ...model,
      async generate(request) {
        const reply = await model.generate(request);
        if (reply.earlierTurns !== undefined) hear(reply.earlierTurns);
        return reply;
      },
    },
  };
}
