import { z } from 'zod';
import { type Bounds, isInside, type Page, type Paging, type Worker } from '#contract';
import { type Database, decodePageToken, pageFrom } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { readPresences, replacementsOf } from './replacements.ts';
import { servingInside } from './serving-inside.ts';

type WorkerRow = {
  key: number;
  id: string;
  name: string;
  host: string;
  process_id: number;
  is_live: boolean;
  is_stopping: boolean;
  queues: string[];
  types: string[];
  slots: number;
  memory_bytes: number;
  version: string;
  started_on: string;
  last_seen_on: string;
  expires_on: string;
};
/** A run of a worker, and how many it has. Without an id: outside of bounds, or deleted. */
type HeldRow = { worker_key: number; busy: number; id: string | null; run_count: number };

const list = 'workers';
const position = z.strictObject({ isLive: z.boolean(), key: z.int() });
const mostRunning = 100;

/**
 * Lists workers, live ones first, then the newest: with bounds those that serve something inside, and what it is. Throws
 * `InvalidContinuationToken`.
 */
export async function listWorkers(database: Database, paging: Paging, bounds?: Bounds): Promise<Page<Worker>> {
  const last = decodePageToken(list, paging.continuationToken, position);
  const serving = (column: 'types' | 'queues') => servingInside(database, column, bounds);
  const rows = await database<WorkerRow[]>`
    select * from (select *, not is_expired and expires_on > now() as is_live from worker) w
    where true ${serving('types')} ${serving('queues')}
      ${last === undefined ? database`` : database`and (is_live, key) < (${last.isLive}, ${last.key})`}
    order by is_live desc, key desc limit ${paging.maxPageSize + 1}`;
  const held = await readHeld(
    database,
    rows.map((row) => row.key),
    bounds,
  );
  const replacements = rows.some((row) => !row.is_live) ? replacementsOf(await readPresences(database)) : new Map();
  const convert = (row: WorkerRow): Worker =>
    omitAbsent({
      ...workerRecord(row, held.get(row.key) ?? [], bounds),
      replacedBy: row.is_live ? undefined : replacements.get(row.key),
    });
  return pageFrom(rows, {
    list,
    maxPageSize: paging.maxPageSize,
    convert,
    position: ({ is_live: isLive, key }) => ({ isLive, key }),
  });
}

/**
 * Reads how many runs each of these workers has now, and some of them. The number of the last heartbeat would be of
 * another moment than the runs.
 */
async function readHeld(
  database: Database,
  workers: readonly number[],
  bounds: Bounds | undefined,
): Promise<Map<number, HeldRow[]>> {
  const rows = await database<HeldRow[]>`
    select held.worker_key, held.busy, t.id, held.run_count
    from (
      select worker_key, task_key, run_count, row_number() over (partition by worker_key order by task_key) as n,
        count(*) over (partition by worker_key) as busy
      from active_run where status = 'running' and worker_key = any(${[...workers]}::bigint[])
    ) held left join task t on t.key = held.task_key ${insideBounds(database, bounds)}
    where held.n <= ${mostRunning} order by held.worker_key, held.task_key`;
  return Map.groupBy(rows, (row) => row.worker_key);
}

function workerRecord(row: WorkerRow, held: readonly HeldRow[], bounds: Bounds | undefined): Worker {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    processId: row.process_id,
    status: row.is_live ? (row.is_stopping ? 'stopping' : 'live') : 'expired',
    queues: row.queues.filter((queue) => isInside(bounds?.queues, queue)),
    types: row.types.filter((type) => isInside(bounds?.types, type)),
    slots: row.slots,
    busy: held[0]?.busy ?? 0,
    memoryBytes: row.memory_bytes,
    version: row.version,
    startedOn: row.started_on,
    lastSeenOn: row.last_seen_on,
    expiresOn: row.expires_on,
    running: held.flatMap(({ id, run_count }) => (id === null ? [] : [{ taskId: id, runCount: run_count }])),
  };
}
