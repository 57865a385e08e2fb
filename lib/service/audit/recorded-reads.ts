import { hash } from 'node:crypto';

type Recorded = { until: number; written: Promise<unknown> };

/**
 * The reads that have an audit record already. The record stands for the same read of the next five minutes: a page that
 * reads again every second leaves one record, not hundreds.
 */
export class RecordedReads {
  readonly #recorded = new Map<string, Recorded>();
  readonly #standsForMs: number;
  readonly #maximum: number;

  constructor({ standsForMs = 5 * 60_000, maximum = 20_000 } = {}) {
    this.#standsForMs = standsForMs;
    this.#maximum = maximum;
  }

  /**
   * Calls `write` with those of the reads that no record stands for; it returns nothing when it writes none. Resolves when
   * the records of all of them are committed. `now` is in milliseconds, of a clock that never goes back.
   */
  async record<Read>(
    reads: readonly Read[],
    write: (unrecorded: Read[]) => Promise<unknown> | undefined,
    now = performance.now(),
  ): Promise<void> {
    const unrecorded = new Map(reads.map((read) => [keyOf(read), read]));
    const written: Promise<unknown>[] = [];
    for (const key of unrecorded.keys()) {
      const recorded = this.#recorded.get(key);
      if (recorded === undefined || recorded.until <= now) continue;
      written.push(recorded.written);
      unrecorded.delete(key);
    }
    const writing = unrecorded.size === 0 ? undefined : write([...unrecorded.values()]);
    if (writing !== undefined) {
      written.push(writing);
      for (const key of unrecorded.keys()) this.#add(key, { until: now + this.#standsForMs, written: writing });
    }
    await Promise.all(written);
  }

  /** The map is in the order of time, so the oldest are dropped first. A failed record stands for nothing. */
  #add(key: string, recorded: Recorded): void {
    this.#recorded.delete(key);
    this.#recorded.set(key, recorded);
    recorded.written.catch(() => {
      if (this.#recorded.get(key) === recorded) this.#recorded.delete(key);
    });
    for (const oldest of this.#recorded.keys()) {
      if (this.#recorded.size <= this.#maximum) break;
      this.#recorded.delete(oldest);
    }
  }
}

function keyOf(read: unknown): string {
  return hash('sha256', JSON.stringify(read), 'base64url');
}
