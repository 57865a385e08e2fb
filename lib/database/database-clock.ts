import type { Database } from './connect.ts';

/** Tells the time, in milliseconds since 1970. `Date` is one. */
export type Clock = { now(): number };

/**
 * The time of the database, as this process last measured it. Processes on machines whose clocks differ agree on what
 * has expired, and a clock of this machine that is set anew changes nothing.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  /** What must be added to `performance.now()`. */
  #origin = Date.now() - performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  now(): number {
    return this.#origin + performance.now();
  }

  /**
   * Measures the time of the database. Resolves with how far the clock of this machine is ahead of it at least, in
   * milliseconds: the duration of the question counts for neither.
   */
  async synchronise(): Promise<number> {
    const [sentOn, sentAt] = [Date.now(), performance.now()];
    const [row] = await this.#database<{ time: number }[]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as time`;
    if (row === undefined) throw new Error('the database told no time');
    const tookInMs = performance.now() - sentAt;
    this.#origin = row.time - (sentAt + tookInMs / 2);
    const ahead = sentOn + tookInMs / 2 - row.time;
    return Math.round(Math.sign(ahead) * Math.max(0, Math.abs(ahead) - tookInMs / 2));
  }
}
