/** How any endpoint that speaks OpenAI's protocol is reached: addresses, requests, refusals, patience. */
export { backoff, longestRetryAfter, retryAfter } from "./backoff";
export { normaliseBaseUrl, splitBaseUrl } from "./base-url";
export { classify } from "./classify";
export { createClient, longestDelay } from "./client";
export { isErrorBody, readErrorBody, type ErrorReading } from "./error-body";
export { badResponse, failureOfStatus, failureOfThrown, RequestFailure } from "./failure";
export { fieldsOf, listOf, numberOf, parseJson, textOf } from "./json";
export { readKey } from "./key";
export { createNodeFetch } from "./node-fetch";
export { retry, sleepReal, type Sleep } from "./retry";
