import type { TaskResponse } from '#contract';
import type { Database } from '#database';
import { allValues } from '../rows/task-row.ts';
import { getTasks } from '../tasks/get-task.ts';

const mostShown = 10;
/** Candidates of each kind that are looked at. */
const mostOfKind = 100;
/** A queued or waiting run that stands this long may need someone. */
const longQueuedMs = 30_000;
const longWaitMs = 3_600_000;

/** Which kinds of reason call for someone, most urgent first. */
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

/** Tasks that stand and may need someone: nobody serves them, they back off, are paused, or have waited for long. */
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
          select queue, type, task_key, queued_on from active_run where status = 'queued' limit 10000
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
