import type { TaskResponse } from '#contract';
import type { Database } from '#database';
import type { RecentTask, RecentTasks } from '../tasks/recent-tasks.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import type { Change, ChangeFeed } from './change-feed.ts';
import { settleEnded } from './settle-ended.ts';
import { ToldEnds } from './told-ends.ts';
import { type Waiter, Waiters, type WaitOutcome } from './waiters.ts';

/** A notification may be lost with its connection, so every waiter is checked at this interval. */
const safetyCheckMs = 1_000;

/** A task that is waited for. `createdAfter` and `record`: of one that this process created. */
type AwaitedTask = Partial<RecentTask> & { key: number; id: string };

/**
 * Waits for tasks to end (see `createEngine`). For any number of waiters, a burst of notifications costs one query for the
 * records of the tasks that have ended, and another one when it does not say which have.
 */
export class TaskWaits {
  readonly #database: Database;
  readonly #feed: ChangeFeed;
  readonly #recentTasks: RecentTasks;
  readonly #waiters = new Waiters();
  readonly #ends = new ToldEnds();
  #checking: Promise<void> | undefined;
  #safety: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(database: Database, feed: ChangeFeed, recentTasks: RecentTasks) {
    this.#database = database;
    this.#feed = feed;
    this.#recentTasks = recentTasks;
  }

  /**
   * Resolves with a task that ends within the time. Resolves with `undefined` when it has ended before, or the time is over
   * or the signal aborts: how it is then is left to read. Throws `TaskNotFound`.
   */
  async wait(id: string, waitInMs: number, signal?: AbortSignal): Promise<TaskResponse | undefined> {
    const mayWait = () => waitInMs > 0 && signal?.aborted !== true;
    const recent = mayWait() ? this.#recentTasks.take(id) : undefined;
    if (recent !== undefined) {
      const outcome = await this.#untilEnd({ ...recent, id }, waitInMs, signal);
      if (outcome === 'isOver') return undefined;
      if (outcome !== 'isGone') return outcome; // else another task may have the id by now
    }
    const key = await this.#findActive(id);
    if (key === undefined || !mayWait()) return undefined;
    const outcome = await this.#untilEnd({ key, id }, waitInMs, signal);
    if (outcome === 'isGone') throw taskNotFound(id);
    return outcome === 'isOver' ? undefined : outcome;
  }

  /** Ends every wait. */
  async close(): Promise<void> {
    this.#unsubscribe?.();
    for (const waiter of this.#waiters.all) waiter.settle('isOver');
    await this.#checking;
  }

  /** Reads no value of the task, which can be large. */
  async #findActive(id: string): Promise<number | undefined> {
    const [found] = await this.#database<{ key: number; isActive: boolean }[]>`
      select key, exists (select from active_run where task_key = t.key) as "isActive" from task t where id = ${id}`;
    if (found === undefined) throw taskNotFound(id);
    return found.isActive ? found.key : undefined;
  }

  #untilEnd(awaited: AwaitedTask, waitInMs: number, signal: AbortSignal | undefined): Promise<WaitOutcome> {
    const { key, id, record, createdAfter = Number.NEGATIVE_INFINITY } = awaited;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        key,
        id,
        record,
        settle: (outcome) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          this.#remove(waiter);
          resolve(outcome);
        },
      };
      const onAbort = () => waiter.settle('isOver');
      const timer = setTimeout(onAbort, waitInMs);
      signal?.addEventListener('abort', onAbort);
      this.#add(waiter);
      // It may have ended since it was read or created: check once more when the connection listens.
      if (!this.#ends.isUnended({ key, id, createdAfter })) this.#waiters.isDue(waiter);
      const check = () => this.#check();
      this.#feed.ready().then(check, check);
    });
  }

  #add(waiter: Waiter): void {
    this.#waiters.add(waiter);
    if (this.#unsubscribe === undefined) {
      this.#unsubscribe = this.#feed.subscribe((change) => this.#onChange(change));
      this.#feed.ready().then(
        () => this.#ends.begin(),
        () => undefined, // the next waiter has the feed listen again
      );
    }
    this.#safety ??= setInterval(() => {
      this.#waiters.allAreDue();
      this.#check();
    }, safetyCheckMs);
  }

  #remove(waiter: Waiter): void {
    this.#waiters.remove(waiter);
    if (!this.#waiters.isEmpty) return;
    clearInterval(this.#safety);
    this.#safety = undefined;
  }

  #onChange(change: Change): void {
    this.#ends.note(change);
    this.#waiters.note(change);
    this.#check();
  }

  /** Settles those that are due until none is. */
  #check(): void {
    if (this.#checking !== undefined) return;
    const due = this.#waiters.takeDue();
    if (due === undefined) return;
    this.#checking = settleEnded(this.#database, due)
      .catch(() => {}) // the database is away for a moment: the next safety check repeats the query
      .finally(() => {
        this.#checking = undefined;
        this.#check();
      });
  }
}
