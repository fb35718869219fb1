import { Tensor, type PreTrainedTokenizer } from "@huggingface/transformers";

/**
 * One text as a network's inputs. A text that is too long is cut before its end token, which transformers.js
 * itself cuts off, though CLIP and last-token pooling read the vector there.
 *
 * @param fill fill the text up to `mostTokens`
 */
export function encodeText(tokenizer: PreTrainedTokenizer, text: string, mostTokens: number, fill = false): Record<string, Tensor> {
  const whole = tokenizer.encode(text);
  const tokens = whole.length <= mostTokens ? whole : cut(whole, tokenizer.encode(""), mostTokens);
  const padding = fill ? new Array<number>(mostTokens - tokens.length).fill(tokenizer.pad_token_id ?? 0) : [];
  const length = tokens.length + padding.length;
  const mask = new BigInt64Array(length).fill(1n, 0, tokens.length);
  return { input_ids: new Tensor("int64", BigInt64Array.from([...tokens, ...padding], BigInt), [1, length]), attention_mask: new Tensor("int64", mask, [1, length]) };
}

/** What an empty text consists of surrounds every text: its part that the text does not begin with comes last. */
function cut(tokens: readonly number[], empty: readonly number[], most: number): number[] {
  const shared = empty.findIndex((token, index) => token !== tokens[index]);
  const ending = shared === -1 ? [] : empty.slice(shared);
  return [...tokens.slice(0, most - ending.length), ...ending];
}
