import type { TaskResponse } from '#contract';
import type { Database } from '#database';
import { readTasks } from '../rows/task-row.ts';
import { taskRecord } from '../tasks/task-record.ts';
import { readEnds } from './read-ends.ts';
import type { DueWaiters, Waiter } from './waiters.ts';

/** Up to this many tasks are read whole at once: one query is quicker than two. */
const fewKeys = 20;

/** Settles those of the waiters whose tasks have ended or are gone. */
export async function settleEnded(database: Database, { waiters, ended }: DueWaiters): Promise<void> {
  const keys = [...new Set(waiters.map((waiter) => waiter.key))];
  const open = keys.filter((key) => !ended.has(key));
  const over = [...ended, ...(open.length > fewKeys ? await withoutActive(database, open) : open)];
  if (over.length === 0) return;
  const isOver = new Set(over);
  const ends = await readEnds(database, createdHere(waiters, ended));
  const others = over.filter((key) => !ends.has(key));
  const rows = new Map((await readTasks(database, others)).map((row) => [row.key, row]));
  for (const waiter of waiters) {
    const end = ends.get(waiter.key);
    if (end !== undefined) {
      waiter.settle(end);
      continue;
    }
    const row = rows.get(waiter.key);
    if (!isOver.has(waiter.key) || (row !== undefined && row.active_status !== null)) continue;
    waiter.settle(row === undefined ? 'isGone' : await taskRecord(row));
  }
}

/** Returns the records of the creation of tasks that ended and that this process created. */
function createdHere(waiters: readonly Waiter[], ended: ReadonlySet<number>): Map<number, TaskResponse> {
  const records = new Map<number, TaskResponse>();
  for (const { key, record } of waiters) if (record !== undefined && ended.has(key)) records.set(key, record);
  return records;
}

/** Returns the keys of tasks that have no active run, without reading their records. */
async function withoutActive(database: Database, keys: readonly number[]): Promise<number[]> {
  const active = await database<{ task_key: number }[]>`
    select task_key from active_run where task_key = any(${keys}::bigint[])`;
  const isActive = new Set(active.map((row) => row.task_key));
  return keys.filter((key) => !isActive.has(key));
}
