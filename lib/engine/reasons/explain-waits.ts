import type { WaitingFor } from '#contract';
import type { Database } from '#database';
import { readTasksById, type TaskRow } from '../rows/task-row.ts';
import { explainLostWorker, explainPaused, explainRetrying, explainScheduled } from './explain-by-row.ts';
import { explainQueued } from './explain-queued.ts';
import { explainWaiting } from './explain-waiting.ts';

/**
 * Explains why each of these tasks does not move, by task key, from the engine's own data. Tasks that have ended or are
 * running have no entry. Of one that waits for a task that does not move either, also why that does not. The number of
 * queries does not depend on the number of rows, and is zero when the rows hold the answer.
 */
export async function explainWaits(database: Database, rows: readonly TaskRow[]): Promise<Map<number, WaitingFor>> {
  const reasons = await explainRows(database, rows);
  const ids = [...reasons.values()].flatMap(({ child }) => child?.taskId ?? []);
  const children = await readTasksById(database, [...new Set(ids)]);
  const ofChildren = await explainRows(database, children);
  const reasonOf = new Map(children.map(({ id, key }) => [id, ofChildren.get(key)]));
  for (const [key, reason] of reasons) {
    const waitingFor = reason.child && reasonOf.get(reason.child.taskId);
    if (waitingFor !== undefined) reasons.set(key, withReasonOfChild(reason, waitingFor));
  }
  return reasons;
}

/** The tasks that the child waits for are on its own page. */
function withReasonOfChild(reason: WaitingFor, { child: _, waits: __, ...waitingFor }: WaitingFor): WaitingFor {
  return { ...reason, ...(reason.child && { child: { ...reason.child, waitingFor } }) };
}

async function explainRows(database: Database, rows: readonly TaskRow[]): Promise<Map<number, WaitingFor>> {
  const queued = rows.filter((row) => row.active_status === 'queued');
  const waiting = rows.filter((row) => row.active_status === 'waiting');
  const [queuedReasons, waitingReasons] = await Promise.all([
    explainQueued(database, queued),
    explainWaiting(database, waiting),
  ]);
  const reasons = new Map([...queuedReasons, ...waitingReasons]);
  for (const row of rows) {
    const reason = explainByRow(row);
    if (reason !== undefined) reasons.set(row.key, reason);
  }
  return reasons;
}

function explainByRow(row: TaskRow): WaitingFor | undefined {
  if (row.active_status === 'paused') return explainPaused(row);
  if (row.active_status === 'scheduled') return explainScheduled(row);
  if (row.active_status === 'retrying') return explainRetrying(row);
  if (row.active_status === 'running' && row.is_worker_lost) return explainLostWorker(row);
  return undefined;
}
