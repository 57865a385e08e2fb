import { expect, type Locator, test } from '@playwright/test';

/** Counts what an operator does, and how long each answer takes: one call is one click, key, typed text or opened link. */
export class Interactions {
  readonly #times: { what: string; inSeconds: number }[] = [];

  /** Does it, and waits until its answer is seen. */
  async do(what: string, interact: () => Promise<unknown>, answer: Locator): Promise<void> {
    const from = performance.now();
    await interact();
    await expect(answer, what).toBeVisible({ timeout: 60_000 });
    this.#times.push({ what, inSeconds: (performance.now() - from) / 1_000 });
  }

  /** Fails when there were more than this many. Times are printed and not judged: they depend on what else the machine does. */
  atMost(most: number): void {
    const slowest = this.#times.toSorted((one, other) => other.inSeconds - one.inSeconds).slice(0, 3);
    const figures = `${this.#times.length} interactions, slowest ${slowest.map(({ what, inSeconds }) => `${what} ${inSeconds.toFixed(2)} s`).join(', ')}`;
    test.info().annotations.push({ type: 'interactions', description: figures });
    console.log(`    ${figures}`);
    expect(this.#times.length, figures).toBeLessThanOrEqual(most);
  }
}
