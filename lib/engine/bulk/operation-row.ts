import { type Bounds, type BulkAction, type BulkOperation, type BulkSelection, TaskdeckError } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { abandoned } from './end-abandoned.ts';

/** A bulk operation as it is stored, with the status that its task gives it. JSON is text. */
export type OperationRow = {
  key: number;
  id: string;
  action: string;
  selection: string;
  reason: string | null;
  stages: number[];
  maximum_failures: number | null;
  tasks_per_second: number | null;
  wait_for_end_in_ms: number;
  creator_kind: string;
  creator_id: string;
  creator_name: string;
  creator_owner: string | null;
  creator_scopes: string[];
  /** JSON. */
  creator_bounds: string | null;
  creator_until: string | null;
  source_address: string;
  request_id: string;
  created_on: string;
  starts_on: string;
  collected_key: number;
  last_task_key: number;
  is_collected: boolean;
  stage: number;
  stage_acted_on: string | null;
  total: number;
  running: number;
  succeeded: number;
  refused: number;
  failed: number;
  ended_on: string | null;
  end_reason: string | null;
  status: BulkOperation['status'];
  silent_since: string | null;
  taken_over_on: string | null;
};

/**
 * Selects bulk operations as `o`, with the active run `a` of their task. An operation whose task has ended or is gone
 * before it recorded its own end was stopped by that. Its worker is silent when a heartbeat is late: there is one in each
 * quarter of a lease.
 */
export function selectOperations(database: Database | Transaction) {
  return database`
    select o.*, coalesce(o.end_reason, case when o.ended_on is null and a.task_key is null
        then ${abandoned}::text end) as end_reason,
      case when o.ended_on is not null then case when o.is_stopped then 'stopped' else 'completed' end
        when a.task_key is null then 'stopped'
        when a.status in ('scheduled', 'paused') then a.status::text
        else 'running' end as status,
      case when o.ended_on is null then w.last_seen_on end as silent_since,
      case when o.ended_on is null then w.expires_on end as taken_over_on
    from bulk_operation o
      left join task t on t.id = o.id
      left join lateral (select * from active_run where active_run.task_key = t.key offset 0) a on true
      left join worker w on w.key = a.worker_key and a.status = 'running'
        and now() - w.last_seen_on > (w.expires_on - w.last_seen_on) * 0.4`;
}

/** Reads one bulk operation. Throws `BulkOperationNotFound`. */
export async function readOperation(database: Database | Transaction, id: string): Promise<OperationRow> {
  const [row] = await database<OperationRow[]>`${selectOperations(database)} where o.id = ${id}`;
  if (row === undefined) throw noSuchOperation(id);
  return row;
}

/** What the creator of an operation reached; `undefined`: everything. Throws `BulkOperationNotFound`. */
export async function getBulkBounds(database: Database, id: string): Promise<Bounds | undefined> {
  return readStored<Bounds>((await readOperation(database, id)).creator_bounds);
}

export function noSuchOperation(id: string): TaskdeckError {
  return new TaskdeckError('BulkOperationNotFound', `there is no bulk operation "${id}"`);
}

export function actionOf(row: OperationRow): BulkAction {
  return readStored<BulkAction>(row.action);
}

/** Returns the record of a row, without the data of an event. */
export function operationRecord(row: OperationRow): BulkOperation {
  return omitAbsent({
    id: row.id,
    action: shownAction(row),
    selection: shownSelection(readStored<StoredSelection>(row.selection)),
    reason: row.reason,
    status: row.status,
    silentSince: row.silent_since,
    takenOverOn: row.taken_over_on,
    createdOn: row.created_on,
    createdBy: row.creator_name,
    startsOn: row.starts_on,
    endedOn: row.ended_on,
    endReason: row.end_reason,
    isCollected: row.is_collected,
    total: row.total,
    pending: row.total - row.running - row.succeeded - row.refused - row.failed,
    running: row.running,
    succeeded: row.succeeded,
    refused: row.refused,
    failed: row.failed,
    stages: row.stages,
    stage: row.stage + 1,
    stageActedOn: row.stage_acted_on,
    maximumFailures: row.maximum_failures,
    tasksPerSecond: row.tasks_per_second,
    waitForEndInMs: row.wait_for_end_in_ms,
  });
}

/** As it is stored: of chosen ids only their number, because the items have them. */
export type StoredSelection = Exclude<BulkSelection, { ids: string[] }> | { ids: number };

function shownSelection(selection: StoredSelection): BulkOperation['selection'] {
  return selection;
}

function shownAction(row: OperationRow): BulkOperation['action'] {
  const action = actionOf(row);
  return action.kind === 'raiseEvent' ? { kind: action.kind, name: action.name } : action;
}
