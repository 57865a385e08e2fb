/** What is left of a caller's requests, for the `RateLimit` header. */
export type Leave = { isAllowed: boolean; remaining: number; secondsToNext: number };

/** What was taken and has not come back yet. */
type Bucket = { taken: number; at: number };

/** Parts of tokens that come back add up to a whole one. */
const roundingError = 1e-9;

/** A bucket that was not used for this long is full again, and needs no memory. */
const sweepAbove = 10_000;

/** One token bucket for each caller: `perSecond` tokens come back each second, up to those of `burstInSeconds`. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burstInSeconds: number;
  readonly #buckets = new Map<string, Bucket>();

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
    const bucket = this.#buckets.get(caller) ?? this.#add(caller, now);
    bucket.taken = Math.max(0, bucket.taken - ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    const isAllowed = capacity - bucket.taken >= 1 - roundingError;
    if (isAllowed) bucket.taken += tokens;
    const left = capacity - bucket.taken;
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(left)),
      secondsToNext: isAllowed ? 0 : Math.ceil((1 - left) / perSecond),
    };
  }

  #add(caller: string, now: number): Bucket {
    if (this.#buckets.size >= sweepAbove) this.#sweep(now);
    const bucket = { taken: 0, at: now };
    this.#buckets.set(caller, bucket);
    return bucket;
  }

  #sweep(now: number): void {
    const fullAfterInMs = this.#burstInSeconds * 1_000;
    for (const [caller, { at }] of this.#buckets) if (now - at >= fullAfterInMs) this.#buckets.delete(caller);
  }
}
