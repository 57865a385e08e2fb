/**
 * Handles failed claims that may have been committed, for example when a connection is lost before the answer arrives.
 * Without it, the worker would hold their runs without executing them for as long as it lives.
 */
export class LostClaims {
  readonly #options: { leaseInMs: number; giveBack(): Promise<unknown> };
  /** `performance.now()` of the last failed claim. */
  #lostAt: number | undefined;

  /** `giveBack` queues the runs that the database assigns to this worker and that it does not know. */
  constructor(options: { leaseInMs: number; giveBack(): Promise<unknown> }) {
    this.#options = options;
  }

  /** Claims once, after giving back what an earlier claim took. */
  async watch<T>(claim: () => Promise<T>): Promise<T> {
    await this.giveBack();
    try {
      return await claim();
    } catch (error) {
      this.#lostAt = performance.now();
      throw error;
    }
  }

  /** The server may still execute a claim whose connection was lost, so this is repeated until a lease is over. */
  async giveBack(): Promise<void> {
    const lostAt = this.#lostAt;
    if (lostAt === undefined) return;
    const isLast = performance.now() - lostAt > this.#options.leaseInMs;
    await this.#options.giveBack();
    if (isLast && this.#lostAt === lostAt) this.#lostAt = undefined;
  }
}
