import type { ErrorCode } from "../../core/ports";
import type { ErrorReading } from "./error-body";

const overflow = /context[_ ]?(?:length|window|size)|maximum context|max(?:imum)?[_ ]model[_ ]len|exceeds? (?:the )?(?:available |maximum )?context|n_ctx|prompt (?:is )?too long|too many (?:input )?tokens|input (?:is )?too long|ContextWindowExceeded|input token count.*exceeds/i;
const blind =
  /image input is not supported|mmproj|(?:does|do|did) ?n[o']t (?:currently )?(?:support|accept|handle) (?:any )?(?:image|vision|visual|picture|multi-?modal)|not (?:a |an )?(?:vision|multi-?modal|VLM)|support(?:s|ed)? (?:only )?text[- ]only|only supports? text|images?(?:_url)?\W* (?:inputs? |content |type |is |are )*(?:not (?:supported|allowed|permitted|accepted)|unsupported|only supported by)|(?:support|unsupported|invalid)\W+(?:content |part |type |input )*\W*image(?:_url| input)|unknown variant \W?image_url|vision (?:is )?not (?:supported|enabled)|no vision|content.{0,40}(?:must|should) be a (?:valid )?string/i;
const missingModel = /\bmodel\b.{0,120}(?:not found|not exist|n't exist|not available|not loaded|is unknown|not recogni[sz]ed)|(?:invalid|unknown|no such|unsupported) model\b|not a valid model|no endpoints found for|DeploymentNotFound|deployment.{0,60}not exist/i;
const badKey = /(?:invalid|incorrect|missing|expired|wrong|no) api[ _-]?key|api[ _-]?key.{0,40}(?:not valid|invalid|incorrect|missing|required|expired)/i;

/**
 * The failure that an endpoint's answer stands for.
 *
 * @param status the HTTP status; undefined for an error inside a successful reply that names none
 * @param withImage whether the request carried a picture: only then can blindness be the reason
 */
export function classify(status: number | undefined, reading: ErrorReading, withImage: boolean): ErrorCode {
  const words = [reading.message, ...reading.codes, ...reading.fields].join(" ");
  const hasCode = (...codes: string[]): boolean => reading.codes.some((code) => codes.includes(code));
  // By code, never by words: some servers call a passing rate limit "insufficient quota".
  if (status === 402 || hasCode("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")) return "endpoint.quota";
  if (status === 429 || hasCode("rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED")) return "endpoint.rateLimited";
  if (status === 401 || hasCode("invalid_api_key", "authentication_error")) return "endpoint.unauthorized";
  if (overflow.test(words)) return "endpoint.contextOverflow";
  if (withImage && blind.test(words)) return "endpoint.noVision";
  // A page comes from a proxy or a firewall in between, which knows no keys.
  if (status === 403) return reading.webPage === true ? "endpoint.rejected" : "endpoint.unauthorized";
  if (hasCode("model_not_found") || ((status === undefined || status < 500) && missingModel.test(words))) return "endpoint.modelNotFound";
  if (badKey.test(words)) return "endpoint.unauthorized";
  if (status === undefined) return hasCode("server_error", "internal_error", "internal_server_error", "overloaded_error") ? "endpoint.serverError" : "endpoint.rejected";
  if (status === 408 || status === 409 || status === 425 || (status >= 500 && status !== 501)) return "endpoint.serverError";
  if (status < 400 || status === 404 || status === 405) return "endpoint.badResponse";
  return "endpoint.rejected";
}
