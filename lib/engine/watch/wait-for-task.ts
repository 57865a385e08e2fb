import type { TaskResponse } from '#contract';
import type { Database } from '#database';
import { readTasks } from '../rows/task-row.ts';
import type { RecentTask, RecentTasks } from '../tasks/recent-tasks.ts';
import { taskNotFound } from '../tasks/task-not-found.ts';
import { taskRecord } from '../tasks/task-record.ts';
import type { Change, ChangeFeed } from './change-feed.ts';
import { readEnds } from './read-ends.ts';
import { ToldEnds } from './told-ends.ts';

/** Waits for the ends of tasks (see `createEngine`). `close` ends every wait. */
type TaskWaits = {
  /**
   * Resolves with a task that ends within the time. Resolves with `undefined` when it has ended before, or the time is over
   * or the signal aborts: how it is then is left to read. Throws `TaskNotFound`.
   */
  wait(id: string, waitInMs: number, signal?: AbortSignal): Promise<TaskResponse | undefined>;
  close(): Promise<void>;
};

type Waiter = {
  key: number;
  id: string;
  /** The record of the task's creation, where it is known. */
  record: TaskResponse | undefined;
  settle(outcome: TaskResponse | 'isGone' | 'isOver'): void;
};

/** A notification may be lost with its connection, so every waiter is checked at this interval. */
const safetyCheckMs = 1_000;
/** Up to this many tasks are read whole at once: one query is quicker than two. */
const fewKeys = 20;

/**
 * Waits for tasks to end. For any number of waiters, a burst of notifications costs one query for the records of the
 * tasks that have ended, and another one when it does not say which have.
 */
export function openTaskWaits(database: Database, feed: ChangeFeed, recentTasks: RecentTasks): TaskWaits {
  const waiters = new Set<Waiter>();
  const byKey = new Map<number, Set<Waiter>>();
  const ends = new ToldEnds();
  let due = new Set<Waiter>();
  /** The keys of the waiters in `due` whose tasks were told to have ended. */
  let told = new Set<number>();
  let checking: Promise<void> | undefined;
  let safety: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;

  const onChange = (change: Change) => {
    const { ids, endedKeys, isOverflow } = change;
    ends.note(change);
    if (endedKeys !== undefined)
      for (const key of endedKeys) {
        for (const waiter of byKey.get(key) ?? []) due.add(waiter);
        if (byKey.has(key)) told.add(key);
      }
    else if (isOverflow) due = new Set(waiters);
    else {
      const named = new Set(ids);
      for (const waiter of waiters) if (named.has(waiter.id)) due.add(waiter);
    }
    check();
  };

  function check(): void {
    if (due.size === 0 || checking !== undefined) return;
    checking = (async () => {
      while (due.size > 0) {
        const [batch, ended] = [[...due], told];
        due = new Set();
        told = new Set();
        await settleEnded(batch, ended);
      }
    })().finally(() => {
      checking = undefined;
      check();
    });
  }

  async function settleEnded(batch: readonly Waiter[], ended: ReadonlySet<number>): Promise<void> {
    try {
      const keys = [...new Set(batch.map((waiter) => waiter.key))];
      const open = keys.filter((key) => !ended.has(key));
      const over = [...ended, ...(open.length > fewKeys ? await withoutActive(open) : open)];
      if (over.length === 0) return;
      const isOver = new Set(over);
      const ends = await readEnds(database, createdHere(batch, ended));
      const others = over.filter((key) => !ends.has(key));
      const rows = new Map((await readTasks(database, others)).map((row) => [row.key, row]));
      for (const waiter of batch) {
        const end = ends.get(waiter.key);
        if (end !== undefined) {
          waiter.settle(end);
          continue;
        }
        const row = rows.get(waiter.key);
        if (!isOver.has(waiter.key) || (row !== undefined && row.active_status !== null)) continue;
        waiter.settle(row === undefined ? 'isGone' : await taskRecord(row));
      }
    } catch {
      // The database is away for a moment. The next safety check repeats the query until the waiter's own time is over.
    }
  }

  /** Returns the records of the creation of tasks that ended and that this process created. */
  function createdHere(batch: readonly Waiter[], ended: ReadonlySet<number>): Map<number, TaskResponse> {
    const records = new Map<number, TaskResponse>();
    for (const { key, record } of batch) if (record !== undefined && ended.has(key)) records.set(key, record);
    return records;
  }

  /** Returns the keys of tasks that have no active run, without reading their records. */
  async function withoutActive(keys: readonly number[]): Promise<number[]> {
    const active = await database<{ task_key: number }[]>`
      select task_key from active_run where task_key = any(${keys}::bigint[])`;
    const isActive = new Set(active.map((row) => row.task_key));
    return keys.filter((key) => !isActive.has(key));
  }

  function add(waiter: Waiter): void {
    waiters.add(waiter);
    const same = byKey.get(waiter.key) ?? new Set();
    byKey.set(waiter.key, same.add(waiter));
    if (unsubscribe === undefined) {
      unsubscribe = feed.subscribe(onChange);
      feed.ready().then(
        () => ends.begin(),
        () => undefined, // the next waiter has the feed listen again
      );
    }
    safety ??= setInterval(() => {
      due = new Set(waiters);
      check();
    }, safetyCheckMs);
  }

  function remove(waiter: Waiter): void {
    waiters.delete(waiter);
    due.delete(waiter);
    const same = byKey.get(waiter.key);
    same?.delete(waiter);
    if (same?.size === 0) byKey.delete(waiter.key);
    if (waiters.size > 0) return;
    clearInterval(safety);
    safety = undefined;
  }

  /** Reads no value of the task, which can be large. */
  async function findActive(id: string): Promise<number | undefined> {
    const [found] = await database<{ key: number; isActive: boolean }[]>`
      select key, exists (select from active_run where task_key = t.key) as "isActive" from task t where id = ${id}`;
    if (found === undefined) throw taskNotFound(id);
    return found.isActive ? found.key : undefined;
  }

  /** Resolves when the task has ended or is deleted, and with `isOver` when the caller stops waiting. */
  function untilEnd(
    { key, id, record, createdAfter = Number.NEGATIVE_INFINITY }: Partial<RecentTask> & { key: number; id: string },
    waitInMs: number,
    signal: AbortSignal | undefined,
  ) {
    return new Promise<TaskResponse | 'isGone' | 'isOver'>((resolve) => {
      const waiter: Waiter = {
        key,
        id,
        record,
        settle(outcome) {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          remove(waiter);
          resolve(outcome);
        },
      };
      const onAbort = () => waiter.settle('isOver');
      const timer = setTimeout(onAbort, waitInMs);
      signal?.addEventListener('abort', onAbort);
      add(waiter);
      // It may have ended since it was read or created: check once more when the connection listens.
      if (!ends.isUnended({ key, id, createdAfter })) due.add(waiter);
      feed.ready().then(check, check);
    });
  }

  return {
    async wait(id, waitInMs, signal) {
      const mayWait = () => waitInMs > 0 && signal?.aborted !== true;
      const recent = mayWait() ? recentTasks.take(id) : undefined;
      if (recent !== undefined) {
        const outcome = await untilEnd({ ...recent, id }, waitInMs, signal);
        if (outcome === 'isOver') return undefined;
        if (outcome !== 'isGone') return outcome; // else another task may have the id by now
      }
      const key = await findActive(id);
      if (key === undefined || !mayWait()) return undefined;
      const outcome = await untilEnd({ key, id }, waitInMs, signal);
      if (outcome === 'isGone') throw taskNotFound(id);
      return outcome === 'isOver' ? undefined : outcome;
    },
    async close() {
      unsubscribe?.();
      for (const waiter of [...waiters]) waiter.settle('isOver');
      await checking;
    },
  };
}
