import assert from "node:assert/strict";
import { access } from "./access";

describe("API keys", () => {
  it("belong to the origin that they were given for", async () => {
    const { keys } = await access();
    await keys.set("https://one.example", "secret-of-one");
    assert.equal(await keys.get("https://one.example"), "secret-of-one");
    assert.equal(await keys.get("https://one.example:8443"), undefined);
    assert.equal(await keys.get("http://one.example"), undefined);
    assert.deepEqual(keys.origins(), ["https://one.example"]);
    await keys.remove("https://one.example");
    assert.equal(await keys.get("https://one.example"), undefined);
    assert.deepEqual(keys.origins(), []);
  });

  it("come from an environment variable where a person says so", async () => {
    const { keys } = await access();
    await keys.set("https://two.example", "env:FIGTREE_TEST_KEY");
    await assert.rejects(async () => keys.get("https://two.example"), { code: "input.invalid" });
    process.env["FIGTREE_TEST_KEY"] = "from-the-environment";
    try {
      assert.equal(await keys.get("https://two.example"), "from-the-environment");
    } finally {
      delete process.env["FIGTREE_TEST_KEY"];
      await keys.remove("https://two.example");
    }
  });
});
