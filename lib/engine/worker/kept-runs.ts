import type { Keeping, KeptRun } from '../run/host.ts';

/** For how long a run stays in memory after it began to wait. */
export const defaultKeepForInMs = 30_000;
const maximumRuns = 1_000;
/** Characters of the inputs and results of all kept runs, and of one. */
const maximumCharacters = 16_000_000;
const maximumOfOne = 256_000;

/** Runs that have begun to wait on a worker. The worker does not hold them, but can continue them without a replay. */
export class KeptRuns implements Keeping {
  readonly #keepForInMs: number;
  /** By task, the one that is dropped first in front. */
  readonly #runs = new Map<number, { run: KeptRun; size: number; since: number }>();
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(keepForInMs: number) {
    this.#keepForInMs = keepForInMs;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  accepts(size: number): boolean {
    return !this.#isClosed && this.#keepForInMs > 0 && size <= maximumOfOne;
  }

  add(run: KeptRun): void {
    this.of(run.taskKey)?.drop();
    this.#runs.set(run.taskKey, { run, size: run.size, since: performance.now() });
    this.#characters += run.size;
    for (const { run: oldest } of this.#runs.values())
      if (this.#isClosed || this.#runs.size > maximumRuns || this.#characters > maximumCharacters) oldest.drop();
      else break;
    this.#plan();
  }

  of(taskKey: number): KeptRun | undefined {
    return this.#runs.get(taskKey)?.run;
  }

  taskKeys(): Iterable<number> {
    return this.#runs.keys();
  }

  remove(run: KeptRun): void {
    const kept = this.#runs.get(run.taskKey);
    if (kept?.run !== run) return;
    this.#runs.delete(run.taskKey);
    this.#characters -= kept.size;
  }

  /** Drops all runs. */
  clear(): void {
    for (const { run } of this.#runs.values()) run.drop();
  }

  /** Drops all runs and keeps no more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.clear();
  }

  #plan(): void {
    const [oldest] = this.#runs.values();
    if (oldest === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#dropOld(), oldest.since + this.#keepForInMs - performance.now());
  }

  #dropOld(): void {
    this.#timer = undefined;
    const before = performance.now() - this.#keepForInMs;
    for (const { run, since } of this.#runs.values())
      if (since <= before) run.drop();
      else break;
    this.#plan();
  }
}
