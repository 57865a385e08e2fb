import type { Clock } from './clock.ts';

/** What the failed reads of a tab need of the browser. */
type FailedReadsHost = Clock & {
  /** From 0 to 1. */
  random(): number;
  /** Whether nothing is to be read now: live updates are paused, or nobody sees the page. */
  isIdle(): boolean;
};

/** A failure is told once it has lasted this long: the next attempt may succeed. */
const patienceInMs = 2_000;
const firstPauseInMs = 2_000;
const longestPauseInMs = 10_000;

/**
 * Reads of what is on the page that failed, while the live stream itself may be well. Until each of them succeeds, or is
 * no longer shown, the page may be out of date. They are repeated, ever more slowly.
 */
export class FailedReads {
  /** Since when what is shown may be out of date, in milliseconds since 1970. `undefined`: it is up to date. */
  since: number | undefined;
  readonly #host: FailedReadsHost;
  readonly #reads = new Map<unknown, { since: number; retry: () => void }>();
  readonly #watchers = new Set<() => void>();
  #cancelTelling = () => {};
  #cancelRetry: (() => void) | undefined;

  constructor(host: FailedReadsHost) {
    this.#host = host;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Notes that a read failed that began at `begunOn`. Where it failed before, it counts from then. */
  failed(name: unknown, begunOn: number, retry: () => void): void {
    const since = this.#reads.get(name)?.since ?? begunOn;
    this.#reads.set(name, { since, retry });
    this.#tell();
    if (this.#cancelRetry === undefined) this.#retryAfter(firstPauseInMs);
  }

  /** Notes that a read succeeded, or that what it read is no longer shown. */
  settled(name: unknown): void {
    if (!this.#reads.delete(name)) return;
    this.#tell();
    if (this.#reads.size > 0) return;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /** Repeats all failed reads at once, unless nothing is to be read now. */
  retry(): void {
    if (!this.#host.isIdle()) for (const { retry } of [...this.#reads.values()]) retry();
  }

  #tell(): void {
    this.#cancelTelling();
    const oldest = Math.min(...[...this.#reads.values()].map(({ since }) => since));
    const leftInMs = oldest + patienceInMs - this.#host.now();
    if (leftInMs > 0 && this.#reads.size > 0) this.#cancelTelling = this.#host.after(leftInMs, () => this.#tell());
    const since = leftInMs > 0 ? undefined : oldest;
    if (since === this.since) return;
    this.since = since;
    for (const watcher of this.#watchers) watcher();
  }

  #retryAfter(pauseInMs: number): void {
    this.#cancelRetry = this.#host.after(pauseInMs * (0.75 + this.#host.random() / 2), () => {
      this.#retryAfter(Math.min(longestPauseInMs, pauseInMs * 2));
      this.retry();
    });
  }
}
