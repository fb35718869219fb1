import type { CompletionReply, CompletionRequest, ModelInfo } from "../../core/ports";

/** What a model must offer to be served; the embedded model does. */
export interface ServedModel {
  readonly info: ModelInfo;
  complete(request: CompletionRequest): Promise<CompletionReply>;
}
