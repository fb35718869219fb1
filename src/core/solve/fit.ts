import { FigtreeError, type Message, type VisionModel } from "../ports";
import { dropExemplar, dropOldestStep } from "../prompts";

const exemplarsIn = (messages: readonly Message[]): number => messages.filter(({ role }) => role === "assistant").length;

/**
 * A model whose prompts are shortened when they do not fit into its context: worked exemplars go first, the
 * oldest first, then the oldest steps of the transcript. How many exemplars are too many is remembered, since
 * all calls carry the same ones.
 *
 * @param onShortened called once for each call that went out shortened; the detail says how many exemplars it lacks
 */
export function fitIntoContext(model: VisionModel, onShortened: (detail: string) => void): VisionModel {
  let tooMany = 0;

  async function fitted<Request extends { readonly messages: readonly Message[] }, Reply>(request: Request, ask: (request: Request) => Promise<Reply>): Promise<Reply> {
    let messages = request.messages;
    let dropped = 0;
    const shorten = (): boolean => {
      const without = dropExemplar(messages);
      if (without !== null) dropped += 1;
      const shorter = without ?? dropOldestStep(messages);
      messages = shorter ?? messages;
      return shorter !== null;
    };
    while (dropped < tooMany && shorten());
    for (;;) {
      try {
        const reply = await ask({ ...request, messages });
        if (messages !== request.messages) onShortened(dropped === 0 ? "" : `${dropped} of ${exemplarsIn(request.messages)} exemplars left out`);
        return reply;
      } catch (thrown) {
        if (!(thrown instanceof FigtreeError) || thrown.code !== "endpoint.contextOverflow" || !shorten()) throw thrown;
        tooMany = Math.max(tooMany, dropped);
      }
    }
  }

  return {
    ...model,
    generate: (request) => fitted(request, (shorter) => model.generate(shorter)),
    probabilityOfYes: (request) => fitted(request, (shorter) => model.probabilityOfYes(shorter)),
  };
}
