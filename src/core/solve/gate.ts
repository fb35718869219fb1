import type { ProbabilitySource } from "../ports";
import { mixSeeds } from "../search";
import type { TraceEvent } from "../trace";
import { sampleChains } from "./chains";
import { sourceOf, type Method } from "./method";
import type { Reporter } from "./reporter";
import { chooseChain, groupChains } from "./sampled";

/** Chains that are asked before a search. */
export const gateSamples = 3;

/** Reports for a method whose nodes come after `before` others; an answer stays until the method has one. */
function after(reporter: Reporter, before: number): Reporter {
  const at = (id: number): number => (id === 0 ? 0 : id + before);
  const moved = (event: TraceEvent): TraceEvent | null => {
    switch (event.type) {
      case "expanded":
        return { ...event, parent: at(event.parent), children: event.children.map((child) => ({ ...child, id: at(child.id), parent: at(child.parent!) })) };
      case "backedUp":
        return { ...event, path: event.path.map(at) };
      case "activity":
        return { ...event, activity: event.activity === null ? null : { ...event.activity, node: at(event.activity.node) } };
      case "answer":
        return event.best === null ? null : { ...event, traces: event.traces.map((trace) => ({ ...trace, nodes: trace.nodes.map(at) })) };
      default:
        return event;
    }
  };
  return {
    warn: reporter.warn,
    emit: (event) => {
      const other = moved(event);
      if (other !== null) reporter.emit(other);
    },
  };
}

/**
 * Puts the gate before a method (off unless `gate` is set): three sampled chains whose last steps are judged. If all
 * three give the same answer and the mean of their rewards reaches `gateReward`, that is the answer; else the method runs as it
 * would without the gate, and its tree comes after the three chains.
 */
export function withGate(method: Method): Method {
  return async (context) => {
    const { settings, problem, reporter, seed } = context;
    if (!settings.gate) return method(context);
    const sources = new Set<ProbabilitySource>();
    const answers = { choices: problem.choices };
    let nodes = 0;
    const chains = await sampleChains(
      { ...context, seed: mixSeeds(seed, gateSamples), reporter: { warn: reporter.warn, emit: (event) => {
        if (event.type === "expanded") nodes += event.children.length;
        reporter.emit(event);
      } } },
      { samples: gateSamples, sources, onFinished: (finished) => reporter.emit({ type: "answer", ...chooseChain(finished, "vote", answers, sourceOf(sources)) }) },
    );
    const [group, other] = groupChains(chains, answers);
    const agreed = group !== undefined && other === undefined && group.count === gateSamples;
    return agreed && group.weight / gateSamples >= settings.gateReward ? "completed" : method({ ...context, reporter: after(reporter, nodes) });
  };
}
