import { counted } from '#contract';
import { type Database, failureKind, inTransaction, type Transaction } from '#database';
import { EventSchemas } from '../events/event-schemas.ts';
import { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { type Acted, actOnTasks, type Item } from './act-on-tasks.ts';
import { lockRunning } from './lock-running.ts';
import { actionOf, type OperationRow } from './operation-row.ts';
import { settleRuns } from './settle-runs.ts';

/** Writes the audit records of the tasks that were acted on, in the same transaction. */
export type RecordActed = (transaction: Transaction, operation: OperationRow, acted: readonly Acted[]) => Promise<void>;

/**
 * What one turn did. `broken`: the service failed at one of the tasks, and nothing was done. `settled`: more runs of the
 * stage may have ended than one turn notes. `wait`: the stage waits for the ends of its runs. `lost`: this run does not work off the operation any more.
 */
export type Turn =
  | { kind: 'acted'; count: number }
  | { kind: 'broken'; error: unknown }
  | { kind: 'settled' | 'wait' | 'ended' | 'next stage' | 'lost' };

/**
 * Takes one step of an operation in one transaction: settles the runs that have ended, decides what is next, and acts
 * on at most `size` tasks. What an action changes and what is noted about it are committed together, so that a process
 * that dies at any moment never makes another act twice on a task.
 */
export async function takeTurn(
  database: Database,
  id: string,
  runCount: number,
  size: number,
  record: RecordActed,
): Promise<Turn> {
  let isActing = false;
  const crowded = CrowdedCallers.of(database);
  const declared = await EventSchemas.of(database).declared();
  const turn = inTransaction<Turn>(database, async (transaction) => {
    isActing = false;
    const locked = await lockRunning(transaction, id, runCount);
    if (locked === undefined) return { kind: 'lost' };
    if (locked.ended_on !== null) return { kind: 'ended' };
    const { operation, isMore } = await settleRuns(transaction, locked);
    const { maximum_failures: allowed, failed } = operation;
    if (allowed !== null && failed > allowed && hasTasksLeft(operation)) {
      await end(transaction, operation, `${counted(failed, 'task')} failed, more than the ${allowed} allowed.`);
      return { kind: 'ended' };
    }
    const stageEnd = endOfStage(operation);
    const items = await nextItems(transaction, operation, stageEnd, size);
    if (items.length === 0) return endStage(transaction, operation, stageEnd, isMore);
    const { creator_name: name, creator_owner: owner } = operation;
    const actor = { name, ...(owner !== null && { owner }) };
    isActing = true;
    const acted = await actOnTasks(transaction, actionOf(operation), items, actor, { crowded, declared });
    await note(transaction, operation, acted);
    await record(transaction, operation, acted);
    return { kind: 'acted', count: items.length };
  });
  return turn.catch((error: unknown) => {
    if (isActing && failureKind(error) === 'refused') return { kind: 'broken', error };
    throw error;
  });
}

/** Whether there are tasks that were not acted on yet. */
function hasTasksLeft({ total, running, succeeded, refused, failed }: OperationRow): boolean {
  return total > running + succeeded + refused + failed;
}

/** The position of the last task of the current stage. The last stage has the rest. */
function endOfStage({ stages, stage, total }: OperationRow): number {
  if (stage >= stages.length) return total;
  return Math.min(
    total,
    stages.slice(0, stage + 1).reduce((sum, tasks) => sum + tasks, 0),
  );
}

function nextItems(transaction: Transaction, { key }: OperationRow, stageEnd: number, size: number) {
  return transaction<Item[]>`
    select position, task_id, task_key from bulk_item
    where operation_key = ${key} and status = 'pending' and position <= ${stageEnd} order by position limit ${size}`;
}

/** Begins the next stage, or ends the operation, when every run of this one has ended or waited long enough. */
async function endStage(
  transaction: Transaction,
  operation: OperationRow,
  stageEnd: number,
  hasMoreToSettle: boolean,
): Promise<Turn> {
  const isLast = stageEnd >= operation.total;
  if (operation.running > 0) {
    const [row] = await transaction<{ is_over: boolean }[]>`
      update bulk_operation set stage_acted_on = coalesce(stage_acted_on, now()) where key = ${operation.key}
      returning stage_acted_on + wait_for_end_in_ms * interval '1 ms' < now() as is_over`;
    if (hasMoreToSettle) return { kind: 'settled' };
    if (row?.is_over !== true) return { kind: 'wait' };
    const { running, stage } = operation;
    const late = `${counted(running, 'run')} of stage ${stage + 1} did not end in time.`;
    await end(transaction, operation, isLast ? undefined : late);
    return { kind: 'ended' };
  }
  if (isLast) {
    await end(transaction, operation, undefined);
    return { kind: 'ended' };
  }
  await transaction`
    update bulk_operation set stage = stage + 1, stage_acted_on = null where key = ${operation.key}`;
  return { kind: 'next stage' };
}

/** Ends an operation. With a reason, it was stopped before it was complete. */
export async function end(
  transaction: Transaction,
  { key }: Pick<OperationRow, 'key'>,
  reason: string | undefined,
): Promise<void> {
  await transaction`
    update bulk_operation set ended_on = now(), is_stopped = ${reason !== undefined}, end_reason = ${reason ?? null}
    where key = ${key} and ended_on is null`;
}

async function note(transaction: Transaction, operation: OperationRow, acted: readonly Acted[]): Promise<void> {
  const follows = operation.wait_for_end_in_ms > 0;
  const statuses = acted.map(({ refusal, runCount }) => {
    if (refusal !== undefined) return 'refused';
    return follows && runCount !== undefined ? 'running' : 'succeeded';
  });
  const count = (status: string) => statuses.filter((given) => given === status).length;
  await transaction`
    with acted as (
      update bulk_item i set status = a.status, run_count = a.run_count, code = a.code, message = a.message,
        cause = case when a.code is not null then a.code || ' ' || a.message end, acted_on = now()
      from unnest(${acted.map(({ position }) => position)}::integer[], ${statuses}::text[],
          ${acted.map(({ runCount }) => runCount ?? null)}::bigint[],
          ${acted.map(({ refusal }) => refusal?.code ?? null)}::text[],
          ${acted.map(({ refusal }) => refusal?.message ?? null)}::text[])
          a (position, status, run_count, code, message)
      where i.operation_key = ${operation.key} and i.position = a.position
    )
    update bulk_operation set running = running + ${count('running')}, succeeded = succeeded + ${count('succeeded')},
      refused = refused + ${count('refused')}, started_on = coalesce(started_on, now())
    where key = ${operation.key}`;
}

/** Notes that the first task that was not acted on yet cannot be acted on, because the service failed at it. */
export async function failNextItem(database: Database, id: string, runCount: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const operation = await lockRunning(transaction, id, runCount);
    if (operation === undefined) return;
    await transaction`
      with failed as (
        update bulk_item set status = 'failed', code = 'InternalError', cause = 'InternalError', acted_on = now(),
          message = 'the service failed at this task; its log has the error'
        where operation_key = ${operation.key} and position = (
          select min(position) from bulk_item where operation_key = ${operation.key} and status = 'pending')
        returning position
      )
      update bulk_operation set failed = failed + (select count(*) from failed) where key = ${operation.key}`;
  });
}
