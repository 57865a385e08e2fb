import type { WaitingFor } from '#contract';
import type { Database } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { clock, counted } from './wording.ts';

type LiveWorker = { name: string; queues: string[]; types: string[]; slots: number; busy: number };
type Holder = { concurrency_key: string; id: string; name: string; run_count: number; started_on: string };
type Place = { task_key: number; place: number };

/** The limit of counting the runs ahead. */
const mostAhead = 10_000;

/** Explains why these queued runs have not been claimed, by task key. */
export async function explainQueued(database: Database, rows: readonly TaskRow[]): Promise<Map<number, WaitingFor>> {
  if (rows.length === 0) return new Map();
  const [workers, holders, places] = await Promise.all([
    readLiveWorkers(database),
    readHolders(database, rows.filter(isInTurn)),
    readPlaces(database, rows),
  ]);
  const holdersOf = Map.groupBy(holders, (holder) => holder.concurrency_key);
  const placeOf = new Map(places.map(({ task_key, place }) => [task_key, place]));
  return new Map(
    rows.map((row) => {
      const reason =
        explainNoWorker(row, workers) ??
        explainConcurrency(row, holdersOf.get(row.active_concurrency_key ?? '') ?? []) ??
        explainPlace(
          row,
          workers.filter((worker) => serves(worker, row)),
          placeOf.get(row.key),
        );
      return [row.key, reason];
    }),
  );
}

/** Whether a run with a concurrency key has not started and must wait for its turn. */
function isInTurn(row: TaskRow): boolean {
  return row.active_concurrency_key !== null && row.started_on === null;
}

function queueOf(row: TaskRow): string {
  return row.active_queue ?? row.queue;
}

function serves(worker: LiveWorker, row: TaskRow): boolean {
  return worker.queues.includes(queueOf(row)) && worker.types.includes(row.type);
}

function readLiveWorkers(database: Database) {
  return database<LiveWorker[]>`
    select name, queues, types, slots, busy from worker where not is_expired and not is_stopping and expires_on > now()`;
}

function readHolders(database: Database, rows: readonly TaskRow[]) {
  const keys = [...new Set(rows.flatMap((row) => row.active_concurrency_key ?? []))];
  if (keys.length === 0) return Promise.resolve<Holder[]>([]);
  return database<Holder[]>`
    select h.concurrency_key, t.id, coalesce(t.name, t.type) as name, h.run_count, h.started_on
    from unnest(${keys}::text[]) as given (key)
    cross join lateral (
      select concurrency_key, task_key, run_count, started_on from active_run
      where concurrency_key = given.key and started_on is not null limit 1000
    ) h join task t on t.key = h.task_key
    order by h.started_on, h.task_key`;
}

/** Returns the runs' places in their type's queue, from 0. Runs beyond the limit have none. */
function readPlaces(database: Database, rows: readonly TaskRow[]) {
  const lines = [...new Map(rows.map((row) => [`${queueOf(row)} ${row.type}`, row])).values()];
  return database<Place[]>`
    select l.task_key, l.place
    from unnest(${lines.map(queueOf)}::text[], ${lines.map((row) => row.type)}::text[]) as line (queue, type)
    cross join lateral (
      select task_key, row_number() over (order by priority desc, is_crowded, age) - 1 as place from (
        select * from (
          (select task_key, priority, ready_key > ${crowdedFrom} as is_crowded,
              case when ready_key > ${crowdedFrom} then ready_key - ${crowdedFrom} else task_key end as age
            from active_run
            where status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = line.queue and type = line.type and ready_key > 0
            order by priority desc, ready_key limit ${mostAhead})
          union all
          (select task_key, priority, false, task_key from active_run
            where status = 'queued' and (concurrency_key is null or started_on is not null)
              and queue = line.queue and type = line.type and ready_key < 0
            order by priority desc, ready_key limit ${mostAhead})
        ) either order by priority desc, is_crowded, age limit ${mostAhead}
      ) ready
    ) l
    where l.task_key = any(${rows.map((row) => row.key)}::bigint[])`;
}

function explainNoWorker(row: TaskRow, workers: readonly LiveWorker[]): WaitingFor | undefined {
  if (workers.some((worker) => serves(worker, row))) return undefined;
  const queue = queueOf(row);
  const ofType = workers.filter((worker) => worker.types.includes(row.type));
  const ofQueue = workers.some((worker) => worker.queues.includes(queue));
  const queues = [...new Set(ofType.flatMap((worker) => worker.queues))].sort().slice(0, 5);
  const quoted = queues.map((name) => `"${name}"`).join(', ');
  const { sentence, next, unserved } =
    workers.length === 0
      ? { unserved: 'all' as const, sentence: 'No worker is live.', next: 'Start a worker; it takes the run at once.' }
      : ofType.length > 0
        ? {
            unserved: 'queue' as const,
            sentence: `No live worker serves queue "${queue}" for type "${row.type}"; its workers serve ${quoted}.`,
            next: `Start a worker for queue "${queue}", or move the task to ${quoted}.`,
          }
        : ofQueue
          ? {
              unserved: 'type' as const,
              sentence: `No live worker serves type "${row.type}"; there are workers for queue "${queue}".`,
              next: `Start a worker that has type "${row.type}" and serves queue "${queue}".`,
            }
          : {
              unserved: 'queueAndType' as const,
              sentence: `No live worker serves type "${row.type}", and none serves queue "${queue}".`,
              next: `Start a worker that has type "${row.type}" and serves queue "${queue}".`,
            };
  return { kind: 'noWorker', sentence, next, since: inQueueSince(row), queue, unserved, servedQueues: queues };
}

function explainConcurrency(row: TaskRow, holders: readonly Holder[]): WaitingFor | undefined {
  const key = row.active_concurrency_key;
  const limit = row.active_concurrency_limit ?? 1;
  const [holder] = holders;
  if (!isInTurn(row) || key === null || holder === undefined || holders.length < limit) return undefined;
  const held = `run ${holder.run_count} of task "${holder.id}" since ${clock(holder.started_on, row.now_on)}`;
  return {
    kind: 'concurrency',
    sentence:
      limit === 1
        ? `Concurrency key "${key}" is held by ${held}.`
        : `All ${limit} places of concurrency key "${key}" are held, the first by ${held}.`,
    next: 'It is taken in turn when a holder ends.',
    since: inQueueSince(row),
    concurrencyKey: key,
    concurrencyLimit: limit,
    queue: queueOf(row),
    holder: { taskId: holder.id, name: holder.name, runCount: holder.run_count, since: holder.started_on },
  };
}

function explainPlace(row: TaskRow, workers: readonly LiveWorker[], place: number | undefined): WaitingFor {
  const ahead = place ?? (isInTurn(row) ? undefined : mostAhead);
  const slots = workers.reduce((sum, worker) => sum + worker.slots, 0);
  const areBusy = workers.every((worker) => worker.busy >= worker.slots);
  const line = `of type "${row.type}" in queue "${queueOf(row)}"`;
  const aheadText = ahead === undefined || ahead === 0 ? '' : `${counted(ahead, 'run', mostAhead)} ${line}`;
  const shared = { since: inQueueSince(row), aheadCount: ahead, queue: queueOf(row) };
  if (areBusy)
    return omitAbsent({
      ...shared,
      kind: 'slots' as const,
      slots,
      workerCount: workers.length,
      sentence: `All ${counted(slots, 'slot')} of ${counted(workers.length, 'live worker')} are busy${aheadText === '' ? '' : `; ${aheadText} ahead`}.`,
      next: 'It is taken when a slot is free and nothing is ahead; more workers or slots make it sooner.',
    });
  return omitAbsent({
    ...shared,
    kind: 'priority' as const,
    sentence:
      aheadText === ''
        ? `Next in line in queue "${queueOf(row)}".`
        : `${aheadText} ${ahead === 1 ? 'is' : 'are'} ahead.`,
    next:
      aheadText === '' ? 'A worker takes it at once.' : 'It is taken in its turn; a higher priority moves it ahead.',
  });
}

/** Since when it is in the queue this time. */
function inQueueSince(row: TaskRow): string {
  return row.requeued_on ?? row.queued_on;
}
