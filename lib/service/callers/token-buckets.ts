/** What is left of a caller's requests, for the `RateLimit` header. */
export type Leave = { isAllowed: boolean; remaining: number; secondsToNext: number };

/** What was taken and has not come back yet, and the rate at which it does. */
type Bucket = { taken: number; at: number; perSecond: number };

/** Parts of tokens that come back add up to a whole one. */
const roundingError = 1e-9;

/** With so many buckets, those to which everything has come back are removed. The next time is when as many are new. */
const sweepAbove = 10_000;

/** One token bucket for each caller: `perSecond` tokens come back each second, up to those of `burstInSeconds`. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burstInSeconds: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = sweepAbove;

  constructor(perSecond: number, burstInSeconds: number) {
    this.#perSecond = perSecond;
    this.#burstInSeconds = burstInSeconds;
  }

  /** How many tokens there are at most. */
  capacityAt(perSecond = this.#perSecond): number {
    return perSecond * this.#burstInSeconds;
  }

  /**
   * Takes tokens when there is one. More than there are become a debt, which must come back before the next one is taken.
   * `now` is in milliseconds, of a clock that never goes back. `perSecond` is that of the caller at this time.
   */
  take(caller: string, now = performance.now(), tokens = 1, perSecond = this.#perSecond): Leave {
    const capacity = this.capacityAt(perSecond);
    const bucket = this.#buckets.get(caller) ?? this.#add(caller, now, perSecond);
    bucket.taken = takenStill(bucket, now, perSecond);
    bucket.at = now;
    bucket.perSecond = perSecond;
    const isAllowed = capacity - bucket.taken >= 1 - roundingError;
    if (isAllowed) bucket.taken += tokens;
    const left = capacity - bucket.taken;
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(left)),
      secondsToNext: isAllowed ? 0 : Math.ceil((1 - left) / perSecond),
    };
  }

  #add(caller: string, now: number, perSecond: number): Bucket {
    if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
    const bucket = { taken: 0, at: now, perSecond };
    this.#buckets.set(caller, bucket);
    return bucket;
  }

  #sweep(now: number): void {
    for (const [caller, bucket] of this.#buckets) if (takenStill(bucket, now) === 0) this.#buckets.delete(caller);
    this.#sweepAt = this.#buckets.size + sweepAbove;
  }
}

/** How much of what was taken has not come back by now. */
function takenStill({ taken, at, perSecond: lastPerSecond }: Bucket, now: number, perSecond = lastPerSecond): number {
  return Math.max(0, taken - ((now - at) / 1_000) * perSecond);
}
