import { expect, test } from "vitest";
import { classify, readErrorBody } from "../../../src/adapters/openai";

/** [status, body, the message that is shown, the code with a picture in the request] */
const bodies: readonly (readonly [number | undefined, unknown, string, string])[] = [
  [401, { error: { message: "Incorrect API key provided.", type: "invalid_request_error", param: null, code: "invalid_api_key" } }, "Incorrect API key provided.", "endpoint.unauthorized"],
  [403, { error: { message: "Not your model." } }, "Not your model.", "endpoint.unauthorized"],
  [400, [{ error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } }], "API key not valid. Please pass a valid API key.", "endpoint.unauthorized"],
  [400, { code: "Client specified an invalid argument", error: "Incorrect API key provided" }, "Incorrect API key provided", "endpoint.unauthorized"],
  [404, { error: { message: "The model `x` does not exist.", type: "NotFoundError", code: 404 } }, "The model `x` does not exist.", "endpoint.modelNotFound"],
  [404, { object: "error", message: "The model `x` does not exist.", type: "NotFoundError", param: null, code: 404 }, "The model `x` does not exist.", "endpoint.modelNotFound"],
  [404, { error: { message: 'model "x" not found, try pulling it first', type: "api_error" } }, 'model "x" not found, try pulling it first', "endpoint.modelNotFound"],
  [404, { error: { code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." } }, "The API deployment for this resource does not exist.", "endpoint.modelNotFound"],
  [400, { error: { message: "x is not a valid model ID", code: 400 } }, "x is not a valid model ID", "endpoint.modelNotFound"],
  [404, { detail: "Not Found" }, "Not Found", "endpoint.badResponse"],
  [404, "404 page not found", "404 page not found", "endpoint.badResponse"],
  [404, "<!DOCTYPE html><html><head><title>Nothing here</title></head><body>x</body></html>", "a web page: Nothing here", "endpoint.badResponse"],
  [405, { detail: "Method Not Allowed" }, "Method Not Allowed", "endpoint.badResponse"],
  [429, { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" } }, "Slow down.", "endpoint.rateLimited"],
  [429, { error: { message: "You exceeded your current quota.", type: "insufficient_quota", code: "insufficient_quota" } }, "You exceeded your current quota.", "endpoint.quota"],
  [429, { error: "INSUFFICIENT QUOTA: too many requests" }, "INSUFFICIENT QUOTA: too many requests", "endpoint.rateLimited"],
  [402, { error: { message: "Add credits.", code: 402 } }, "Add credits.", "endpoint.quota"],
  [undefined, { error: { message: "Provider is busy", code: 429 } }, "Provider is busy", "endpoint.rejected"],
  [500, { error: { code: 500, message: "image input is not supported - hint: you may need to provide the mmproj", type: "server_error" } }, "image input is not supported - hint: you may need to provide the mmproj", "endpoint.noVision"],
  [404, { error: { message: "No endpoints found that support image input", code: 404 } }, "No endpoints found that support image input", "endpoint.noVision"],
  [400, { error: { message: "Invalid content type. image_url is only supported by certain models.", param: "messages.[1].content" } }, "Invalid content type. image_url is only supported by certain models.", "endpoint.noVision"],
  [400, { object: "error", message: "x is not a multimodal model", code: 400 }, "x is not a multimodal model", "endpoint.noVision"],
  [422, { detail: [{ type: "string_type", loc: ["body", "messages", 1, "content"], msg: "Input should be a valid string" }] }, "body.messages.1.content: Input should be a valid string", "endpoint.noVision"],
  [400, { error: "This model does not support images." }, "This model does not support images.", "endpoint.noVision"],
  [400, { error: { message: "At most 1 image(s) may be provided in one prompt." } }, "At most 1 image(s) may be provided in one prompt.", "endpoint.rejected"],
  [400, { error: { message: "This model's maximum context length is 4096 tokens. However, you requested 5000.", code: "context_length_exceeded" } }, "This model's maximum context length is 4096 tokens. However, you requested 5000.", "endpoint.contextOverflow"],
  [400, { error: { message: "litellm.ContextWindowExceededError: prompt is too long", type: null } }, "litellm.ContextWindowExceededError: prompt is too long", "endpoint.contextOverflow"],
  [400, { error: { code: 400, message: "the request exceeds the available context size", type: "exceed_context_size_error" } }, "the request exceeds the available context size", "endpoint.contextOverflow"],
  [422, { object: "error", message: { detail: [{ type: "extra_forbidden", loc: ["body", "max_completion_tokens"], msg: "Extra inputs are not permitted" }] } }, "body.max_completion_tokens: Extra inputs are not permitted", "endpoint.rejected"],
  [422, { error: "Input validation error", error_type: "validation" }, "Input validation error", "endpoint.rejected"],
  [403, "<html><head><title>Just a moment...</title></head></html>", "a web page: Just a moment...", "endpoint.rejected"],
  [400, { error: true, reason: "closed today" }, '{"error":true,"reason":"closed today"}', "endpoint.rejected"],
  [400, { errors: [{ code: 7003, message: "No route for that URI" }] }, '{"errors":[{"code":7003,"message":"No route for that URI"}]}', "endpoint.rejected"],
  [413, "Request Entity Too Large", "Request Entity Too Large", "endpoint.rejected"],
  [503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }, "Loading model", "endpoint.serverError"],
  [502, "<html>\n<head><title>502 Bad Gateway</title></head></html>", "a web page: 502 Bad Gateway", "endpoint.serverError"],
  [500, "", "", "endpoint.serverError"],
  [500, null, "", "endpoint.serverError"],
  [400, { error: { message: "Provider returned error", code: 400, metadata: { raw: "n must be 1" } } }, "Provider returned error - n must be 1", "endpoint.rejected"],
  [307, "", "", "endpoint.badResponse"],
];

test.each(bodies)("status %s, body %j", (status, body, message, code) => {
  const reading = readErrorBody(body);
  expect(reading.message).toBe(message);
  expect(classify(status, reading, true)).toBe(code);
});

test("the status inside a body is found", () => {
  expect(readErrorBody({ error: { message: "busy", code: 429 } }).status).toBe(429);
  expect(readErrorBody({ error: { message: "odd", code: 7 } }).status).toBeUndefined();
});

test("a model is not called blind when no picture was sent", () => {
  expect(classify(400, readErrorBody({ error: "content must be a string" }), false)).toBe("endpoint.rejected");
});

test("words stay one short line without pictures", () => {
  const { message } = readErrorBody({ error: `line one\n\tline two data:image/png;base64,${"A".repeat(5000)} ${"x".repeat(1000)}` });
  expect(message).toMatch(/^line one line two \[picture\] x+…$/);
  expect(message).toHaveLength(300);
});
