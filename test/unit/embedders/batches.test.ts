import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { cutBatches, mapBatches } from "../../../src/adapters/embedders/batches";

test("batches hold every item once, in order, within both limits unless one item alone is larger (property)", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }), (items, count, bytes) => {
      const batches = cutBatches(items, count, bytes, (item) => item);
      expect(batches.flat()).toEqual(items);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(count);
        expect(batch.length === 1 || batch.reduce((sum, item) => sum + item, 0) <= bytes).toBe(true);
      }
    }),
  );
});

test("no more batches at once than allowed, and results in order whichever ends first", async () => {
  let running = 0;
  let most = 0;
  const batches = Array.from({ length: 9 }, (_, index) => [index]);
  const results = await mapBatches(batches, 3, new AbortController().signal, async ([item]) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < (item! * 7) % 5; turn++) await Promise.resolve();
    running -= 1;
    return [item! * 2];
  });
  expect(results).toEqual(batches.map(([item]) => item! * 2));
  expect(most).toBe(3);
});
