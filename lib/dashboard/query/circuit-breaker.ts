import type { Clock } from '../live/clock.ts';
import { isProblemError } from '../problem/problem.ts';

/** What a circuit breaker needs of the browser. */
type CircuitBreakerHost = Clock & {
  /** From 0 to 1. */
  random(): number;
  /** Whether nobody sees the page. */
  isIdle(): boolean;
  /** Whether the service can do its work. */
  isReady(): Promise<boolean>;
};

/** Failures of one read are no reason to doubt the service again for so long after it was ready. */
const trustInMs = 2_000;
const firstPauseInMs = 2_000;
const longestPauseInMs = 5_000;

/**
 * Sends no reads of a page to a service that is away, however many the page has. After a read that was not answered, the
 * next ones wait for one probe. While it finds the service away, reads fail at once with the failure that was first, and
 * one probe every few seconds finds the end of the outage.
 */
export class CircuitBreaker {
  readonly #host: CircuitBreakerHost;
  readonly #watchers = new Set<() => void>();
  /** Why the service may be away. */
  #failure: Error | undefined;
  #isOpen = false;
  #pauseInMs = firstPauseInMs;
  /** Until when the last probe stands, in milliseconds since 1970. */
  #standsUntil = 0;
  #probing: Promise<boolean> | undefined;
  #cancelProbe = () => {};

  constructor(host: CircuitBreakerHost) {
    this.#host = host;
  }

  /** Calls at the end of each outage. Returns what ends the calls. */
  onEnd(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Returns `undefined` where a read can be sent at once. Otherwise resolves when it can, or rejects when it cannot. */
  admit(): Promise<void> | undefined {
    return this.#failure === undefined ? undefined : this.#wait(this.#failure);
  }

  /** Notes that a read failed. */
  failed(error: unknown): void {
    if (this.#failure !== undefined || this.#host.now() < this.#standsUntil) return;
    if (isProblemError(error) && isAway(error.problem.code)) this.#failure = error;
  }

  /** Lets the next read probe at once: the browser may be connected again. */
  doubt(): void {
    this.#standsUntil = 0;
  }

  /** Returns whether the service can do its work. During an outage the last probe tells. */
  async isReady(): Promise<boolean> {
    if (this.#isOpen && this.#host.now() < this.#standsUntil) return false;
    return this.#probe();
  }

  async #wait(failure: Error): Promise<void> {
    if (!(await this.isReady())) throw failure;
  }

  #probe(): Promise<boolean> {
    this.#probing ??= this.#look().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #look(): Promise<boolean> {
    this.#cancelProbe();
    const isReady = await this.#host.isReady();
    if (isReady) this.#close();
    else if (this.#failure !== undefined) this.#open(); // a service that still answers reads is read from
    return isReady;
  }

  #open(): void {
    this.#isOpen = true;
    const pauseInMs = this.#pauseInMs * (0.75 + this.#host.random() / 2);
    this.#pauseInMs = Math.min(longestPauseInMs, this.#pauseInMs * 2);
    this.#standsUntil = this.#host.now() + pauseInMs;
    this.#cancelProbe = this.#host.after(pauseInMs, () => {
      if (!this.#host.isIdle()) void this.#probe(); // a page that is seen again reads, which probes
    });
  }

  #close(): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#failure = undefined;
    this.#pauseInMs = firstPauseInMs;
    this.#standsUntil = this.#host.now() + trustInMs;
    if (wasOpen) for (const watcher of this.#watchers) watcher();
  }
}

function isAway(code: string): boolean {
  return ['Unreachable', 'ServiceUnavailable', 'BadAnswer'].includes(code);
}
