/** What is left of a caller's requests, for the `RateLimit` header. */
export type Leave = { isAllowed: boolean; remaining: number; secondsToNext: number };

type Bucket = { tokens: number; at: number };

/** A bucket that was not used for this long is full again, and needs no memory. */
const sweepAbove = 10_000;

/** One token bucket for each caller: `perSecond` tokens are added each second, up to those of `burstInSeconds`. */
export class TokenBuckets {
  readonly capacity: number;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burstInSeconds: number) {
    this.#perSecond = perSecond;
    this.capacity = perSecond * burstInSeconds;
  }

  /**
   * Takes tokens when there is one. More than there are become a debt, which must be gathered before the next one is
   * taken. `now` is in milliseconds, of a clock that never goes back.
   */
  take(caller: string, now = performance.now(), tokens = 1): Leave {
    const bucket = this.#buckets.get(caller) ?? this.#add(caller, now);
    bucket.tokens = Math.min(this.capacity, bucket.tokens + ((now - bucket.at) / 1_000) * this.#perSecond);
    bucket.at = now;
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= tokens;
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      secondsToNext: isAllowed ? 0 : Math.ceil((1 - bucket.tokens) / this.#perSecond),
    };
  }

  #add(caller: string, now: number): Bucket {
    if (this.#buckets.size >= sweepAbove) this.#sweep(now);
    const bucket = { tokens: this.capacity, at: now };
    this.#buckets.set(caller, bucket);
    return bucket;
  }

  #sweep(now: number): void {
    const fullAfterInMs = (this.capacity / this.#perSecond) * 1_000;
    for (const [caller, { at }] of this.#buckets) if (now - at >= fullAfterInMs) this.#buckets.delete(caller);
  }
}
