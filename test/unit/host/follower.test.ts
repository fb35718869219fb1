import { describe, expect, it } from "vitest";
import { Follower } from "../../../src/host/follower";

/** A follower whose runs end when the test says so. */
function followed() {
  const ends: ((failure?: Error) => void)[] = [];
  const follower = new Follower(() => new Promise((resolve, reject) => void ends.push((failure) => (failure === undefined ? resolve() : reject(failure)))));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { follower, ends, settle };
}

describe("following news", () => {
  it("runs once more for all that came during a run, and ends with the run that has seen it", async () => {
    const { follower, ends, settle } = followed();
    let ended = false;
    const first = follower.follow().then(() => (ended = true));
    const others = [follower.follow(), follower.follow()];
    expect(ends.length).toBe(1);
    ends[0]!();
    await settle();
    expect([ends.length, ended]).toEqual([2, false]);
    ends[1]!();
    await Promise.all([first, ...others]);
    expect(ends.length).toBe(2);
    const later = follower.follow();
    expect(ends.length).toBe(3);
    ends[2]!();
    await later;
  });

  it("goes on after a run that failed while there was news, and fails as the last one does", async () => {
    const { follower, ends, settle } = followed();
    const first = follower.follow();
    const second = follower.follow();
    ends[0]!(new Error("The library was closed."));
    await settle();
    ends[1]!();
    await Promise.all([first, second]);
    const third = follower.follow();
    ends[2]!(new Error("The disk is full."));
    await expect(third).rejects.toThrow("The disk is full.");
  });
});
