import type { TaskResponse } from '#contract';
import type { Database } from '#database';
import { allValues } from '../rows/task-row.ts';
import { getTasks } from '../tasks/get-task.ts';

const mostShown = 10;
/** The maximum number of candidates of each kind. */
const mostOfKind = 100;
/** A run that is queued or waits this long may need an operator. */
const longQueuedMs = 30_000;
const longWaitMs = 3_600_000;

/** The kinds of reasons that need an operator, most urgent first. */
const urgency = [
  'leaseExpired',
  'noWorker',
  'backoff',
  'event',
  'paused',
  'slots',
  'concurrency',
  'priority',
  'task',
  'lock',
];

/**
 * Returns tasks that may need an operator: no worker serves them, they back off, are paused, or have waited for long.
 */
export async function readNotMoving(database: Database): Promise<TaskResponse[]> {
  const rows = await database<{ key: number }[]>`
    (select task_key as key from active_run where status = 'retrying' order by task_key limit ${mostOfKind})
    union all
    (select task_key from active_run where status = 'paused' order by task_key limit ${mostOfKind})
    union all
    (select task_key from (select task_key, waiting_since, wait_kind from active_run where status = 'waiting' order by task_key limit 1000) w
      where wait_kind is distinct from 'sleep' and waiting_since < now() - ${longWaitMs} * interval '1 ms' limit ${mostOfKind})
    union all
    (select task_key from (
        select distinct on (queue, type) task_key, queued_on from (
          select queue, type, task_key, coalesce(requeued_on, queued_on) as queued_on from active_run where status = 'queued' limit 10000
        ) queued order by queue, type, queued_on
      ) q where queued_on < now() - ${longQueuedMs} * interval '1 ms' limit ${mostOfKind})
    union all
    (select a.task_key from worker w join active_run a on a.worker_key = w.key and a.status = 'running'
      where not w.is_expired and w.expires_on < now() limit ${mostOfKind})`;
  const tasks = await getTasks(database, [...new Set(rows.map((row) => row.key))], allValues);
  const rank = (task: TaskResponse) => {
    const place = urgency.indexOf(task.waitingFor?.kind ?? '');
    return place < 0 ? urgency.length : place;
  };
  return tasks
    .filter((task) => task.waitingFor !== undefined)
    .sort((a, b) => rank(a) - rank(b) || (sinceOf(a) < sinceOf(b) ? -1 : 1))
    .slice(0, mostShown);
}

function sinceOf(task: TaskResponse): string {
  return task.waitingFor?.since ?? task.lastModifiedOn;
}
