import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { normaliseBaseUrl } from "../../../src/adapters/openai";

const spellings: readonly (readonly [string, string])[] = [
  ["https://api.openai.com/v1", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1///", "https://api.openai.com/v1"],
  ["https://api.openai.com", "https://api.openai.com/v1"],
  ["https://api.openai.com/", "https://api.openai.com/v1"],
  ["https://API.OpenAI.com:443/v1", "https://api.openai.com/v1"],
  ["api.openai.com", "https://api.openai.com/v1"],
  ["api.openai.com/v1/chat/completions", "https://api.openai.com/v1"],
  ["//api.openai.com/v1", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/chat/completions/", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/models", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/responses", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/v1", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/v1/chat/completions", "https://api.openai.com/v1"],
  ["https://api.openai.com//v1//chat/completions", "https://api.openai.com/v1"],
  ["https://api.openai.com/v1#models", "https://api.openai.com/v1"],
  ["  'https://api.openai.com/v1' ", "https://api.openai.com/v1"],
  ["<https://api.openai.com/v1>", "https://api.openai.com/v1"],
  ["localhost:8000", "http://localhost:8000/v1"],
  ["localhost", "http://localhost/v1"],
  ["localhost:8000/v1/", "http://localhost:8000/v1"],
  ["LOCALHOST:11434", "http://localhost:11434/v1"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/v1"],
  ["[::1]:8080", "http://[::1]:8080/v1"],
  ["192.168.1.20:1234", "http://192.168.1.20:1234/v1"],
  ["workstation.local:1234", "http://workstation.local:1234/v1"],
  ["http://0.0.0.0:8000", "http://127.0.0.1:8000/v1"],
  ["http://localhost:8080/models", "http://localhost:8080/v1"],
  ["http://localhost:1234/v1/embeddings", "http://localhost:1234/v1"],
  ["https://models.example.org/chat/completions", "https://models.example.org"],
  ["https://chat.example.org/api/chat/completions", "https://chat.example.org/api"],
  ["https://generativelanguage.googleapis.com/v1beta/openai/", "https://generativelanguage.googleapis.com/v1beta/openai"],
  ["https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", "https://generativelanguage.googleapis.com/v1beta/openai"],
  ["https://generativelanguage.googleapis.com/v1beta", "https://generativelanguage.googleapis.com/v1beta/openai"],
  ["https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1"],
  ["https://api.groq.com/openai/v1/chat/completions", "https://api.groq.com/openai/v1"],
  ["https://api.groq.com/openai", "https://api.groq.com/openai/v1"],
  ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"],
  ["openrouter.ai/api", "https://openrouter.ai/api/v1"],
  ["https://x.openai.azure.com/openai/deployments/eye?api-version=2024-10-21", "https://x.openai.azure.com/openai/deployments/eye?api-version=2024-10-21"],
  ["https://x.openai.azure.com/openai/deployments/eye/chat/completions?api-version=2024-10-21", "https://x.openai.azure.com/openai/deployments/eye?api-version=2024-10-21"],
  ["https://x.openai.azure.com/openai/v1/", "https://x.openai.azure.com/openai/v1"],
  ["https://host.example/api/paas/v4", "https://host.example/api/paas/v4"],
];

test.each(spellings)("%s is %s", (given, wanted) => {
  expect(normaliseBaseUrl(given)).toBe(wanted);
});

test.each(spellings)("normalising %s twice changes nothing", (given) => {
  // A pasted chat route at the root is the one address that is more than its base.
  const once = normaliseBaseUrl(given);
  if (new URL(once).pathname !== "/" && !once.endsWith("/api")) expect(normaliseBaseUrl(once)).toBe(once);
});

describe("unusable addresses", () => {
  test.each(["", "   ", "http://", "https://", "ftp://host/v1", "file:///etc", "javascript:alert(1)", "two words", "http://host name/v1", "http://host:99999/v1", "::::"])("%j", (given) => {
    expect(() => normaliseBaseUrl(given)).toThrow(expect.objectContaining({ code: "input.invalid" }));
  });

  test.each(["https://me:secret123@host/v1", "me:secret123@host/v1", "https://host/v1?key=secret123", "https://host/v1?api_key=secret123", "https://me:secret123@host:99999/v1"])("credentials are refused and never repeated: %s", (given) => {
    const error: unknown = (() => {
      try {
        return normaliseBaseUrl(given);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining("password") } });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret123");
  });
});

test("any text gives a usable address or a typed refusal", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
      let normalised: string;
      try {
        normalised = normaliseBaseUrl(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "input.invalid" });
        return;
      }
      expect(["http:", "https:"]).toContain(new URL(normalised).protocol);
      expect(new URL(normalised).pathname === "/" || !normalised.replace(/\?.*/, "").endsWith("/")).toBe(true);
    }),
  );
});
