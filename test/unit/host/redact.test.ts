import { describe, expect, it } from "vitest";
import { redact } from "../../../src/host/redact";

describe("redact", () => {
  it("removes pictures and keys from a message, whatever wrote it", () => {
    expect(redact('{"url":"data:image/png;base64,iVBORw0KGgo=","detail":"auto"}')).toBe('{"url":"data:[removed]","detail":"auto"}');
    expect(redact("authorization: Bearer abcdef123456")).not.toContain("abcdef123456");
    expect(redact('"api_key": "abcdef123456"')).not.toContain("abcdef123456");
    expect(redact("Incorrect API key provided: sk-proj-abcdef123456.")).not.toContain("abcdef123456");
  });

  it("leaves other messages as they are", () => {
    const message = "vrest: completed, 18 nodes, 31 requests, 1.5 s at http://127.0.0.1:8000";
    expect(redact(message)).toBe(message);
  });
});
