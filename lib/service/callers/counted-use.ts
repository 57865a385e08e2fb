const minuteMs = 60_000;
const minutesKept = 60;

/** How many owners are counted. Above it, the count starts again. */
const sweepAbove = 10_000;

type Counted = { requests: number; minutes: Map<number, number> };

/** What one owner used of a process. */
export type MeasuredUse = { requests: number; storedBytes: number };

/** Counts the requests of owners between two readings, and the bytes that they stored in the last hour. */
export class CountedUse {
  readonly #owners = new Map<string, Counted>();

  addRequest(owner: string): void {
    this.#of(owner).requests += 1;
  }

  addBytes(owner: string, bytes: number, now = performance.now()): void {
    const { minutes } = this.#of(owner);
    const minute = Math.floor(now / minuteMs);
    minutes.set(minute, (minutes.get(minute) ?? 0) + bytes);
    dropOld(minutes, now);
  }

  /** Returns the bytes that an owner stored in the last hour. */
  bytesOf(owner: string, now = performance.now()): number {
    const counted = this.#owners.get(owner);
    if (counted === undefined) return 0;
    dropOld(counted.minutes, now);
    return [...counted.minutes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Returns what each owner used, and counts requests from zero again. */
  read(now = performance.now()): Map<string, MeasuredUse> {
    const uses = new Map<string, MeasuredUse>();
    for (const [owner, counted] of this.#owners) {
      uses.set(owner, { requests: counted.requests, storedBytes: this.bytesOf(owner, now) });
      counted.requests = 0;
      if (counted.minutes.size === 0) this.#owners.delete(owner);
    }
    return uses;
  }

  #of(owner: string): Counted {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    if (this.#owners.size >= sweepAbove) this.#owners.clear();
    const counted = { requests: 0, minutes: new Map<number, number>() };
    this.#owners.set(owner, counted);
    return counted;
  }
}

function dropOld(minutes: Map<number, number>, now: number): void {
  const first = Math.floor(now / minuteMs) - minutesKept;
  for (const minute of minutes.keys()) if (minute <= first) minutes.delete(minute);
}
