/**
 * Decides when to look at everything again. The more a look takes, the rarer it is: it may have to pass the dead rows that
 * an old snapshot keeps, and takes at most one part in `share` of the time.
 */
export class PacedLook {
  readonly #shortestInMs: number;
  readonly #share: number;
  #endedAt = Number.NEGATIVE_INFINITY;
  #tookInMs = 0;

  constructor(shortestInMs: number, share: number) {
    this.#shortestInMs = shortestInMs;
    this.#share = share;
  }

  get isDue(): boolean {
    return performance.now() - this.#endedAt >= Math.max(this.#shortestInMs, this.#share * this.#tookInMs);
  }

  async run<T>(look: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await look();
    this.#endedAt = performance.now();
    this.#tookInMs = this.#endedAt - startedAt;
    return result;
  }
}
