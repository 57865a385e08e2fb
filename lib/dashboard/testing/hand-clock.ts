import type { Clock } from '../live/clock.ts';

/** A clock that a test moves on. */
export class HandClock implements Clock {
  timers: { at: number; call: () => void }[] = [];
  #now: number;

  constructor(now = 0) {
    this.#now = now;
  }

  now = () => this.#now;

  after = (delayInMs: number, call: () => void) => {
    const timer = { at: this.#now + delayInMs, call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  /** Moves on to the next timer that is due within this time, and calls it. Returns `false` where none is. */
  passToNext(ms = Number.POSITIVE_INFINITY): boolean {
    const [next] = this.timers.toSorted((one, other) => one.at - other.at);
    if (next === undefined || next.at > this.#now + ms) return false;
    this.#now = next.at;
    this.timers = this.timers.filter((one) => one !== next);
    next.call();
    return true;
  }

  /** Lets this time pass: every timer that is due in it is called on time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    while (this.passToNext(end - this.#now));
    this.#now = end;
  }

  /** Moves on without a call, as in a tab that is held up. */
  skip(ms: number): void {
    this.#now += ms;
  }
}
