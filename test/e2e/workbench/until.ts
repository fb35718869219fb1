import { errors, type Locator } from "playwright-core";

/** After this long a press that has shown no effect is taken for one that was swallowed. Milliseconds. */
export const pause = 5000;

/** Does something as often as it takes until it has shown its effect; not at all where it is there already. */
export async function until(act: () => Promise<void>, effect: Locator, state: "visible" | "hidden", wait = pause): Promise<void> {
  const shown = (): Promise<boolean> => effect.isVisible();
  for (const end = Date.now() + 120_000; (await shown()) !== (state === "visible");) {
    if (Date.now() > end) throw new Error(`${String(effect)} did not become ${state}.`);
    await act().catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
    await effect.waitFor({ state, timeout: wait }).catch(() => undefined);
  }
}

/** Presses a row of a tree until that has shown its effect: VS Code gives a row's element to another row when it draws the tree anew. */
export const pressRow = (row: Locator, effect: Locator): Promise<void> => until(() => row.first().click({ timeout: pause }), effect.first(), "visible");
