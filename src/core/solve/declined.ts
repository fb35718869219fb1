import type { ErrorRecord, VisionModel } from "../ports";

/** Longer words of a model than this are cut, in characters. */
const mostWords = 300;

/** Remembers that a model declined to reply, with its words. */
export interface DeclineWatch {
  readonly model: VisionModel;
  /** `reply.declined` with the first words that were given; null where it never declined. */
  failure(): ErrorRecord | null;
}

export function watchDeclines(model: VisionModel): DeclineWatch {
  let words: string | undefined;
  return {
    failure: () => (words === undefined ? null : { code: "reply.declined", details: words === "" ? {} : { message: words } }),
    model: {
      ...model,
      async generate(request) {
        const reply = await model.generate(request);
        for (const { declined } of reply.choices) if (declined !== undefined) words = words || declined.slice(0, mostWords);
        return reply;
      },
    },
  };
}
