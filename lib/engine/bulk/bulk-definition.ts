import { setTimeout as sleep } from 'node:timers/promises';
import { bulkTaskType } from '#contract';
import { type Database, failureKind, inTransaction } from '#database';
import type { AnyTaskDefinition, TaskContext } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import { collectItems } from './collect-items.ts';
import { lockRunning } from './lock-running.ts';
import { type OperationRow, readOperation } from './operation-row.ts';
import { end, failNextItem, type RecordActed, takeTurn } from './take-turn.ts';

type BulkWork = {
  database: Database;
  /** Resolves with the reason why the creator of an operation may not act any more; `undefined` when it may. */
  whyNotAllowed(operation: OperationRow): Promise<string | undefined>;
  record: RecordActed;
  onTrouble(error: Error): void;
};

/** Tasks of one transaction: enough to share its commit, few enough that a pause takes effect at once. */
const batchSize = 250;
/** A waiting operation looks for ended runs this often, or at most a tenth of the time when that takes long. */
const lookEveryMs = 400;
const restFactor = 9;
/** An attempt of the run that fails at a defect after this many is the last one: it takes about half a minute. */
const mostAttemptsAtDefect = 10;

/** The task type that works off bulk operations. What it has done is in their tables, so its journal is empty. */
export function bulkDefinition(work: BulkWork): AnyTaskDefinition {
  return {
    type: bulkTaskType,
    description: 'Works off a bulk operation. Created with it.',
    retry: { maximumAttempts: 10_000, initialIntervalInMs: 500, maximumIntervalInMs: 5_000 },
    run: (context) => workOff(work, context).catch((error: unknown) => endAtDefect(work, context, error)),
  };
}

/** Ends an operation that a defect keeps from going on, and rethrows: what else fails is tried again. */
async function endAtDefect({ database }: BulkWork, context: TaskContext, error: unknown): Promise<never> {
  const { taskId, runCount, attempt, signal } = context;
  if (signal.aborted || failureKind(error) !== 'refused' || attempt < mostAttemptsAtDefect) throw error;
  await inTransaction(database, async (transaction) => {
    const operation = await lockRunning(transaction, taskId, runCount);
    if (operation !== undefined) await end(transaction, operation, 'The service failed; its log has the error.');
  });
  throw new NonRetryableError(asError(error).message, { cause: error });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function workOff(work: BulkWork, { taskId, runCount, signal, log }: TaskContext): Promise<object> {
  const { database } = work;
  if (!(await exists(database, taskId))) throw new NonRetryableError(`there is no bulk operation "${taskId}"`);
  let singles = 0;
  for (;;) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const operation = await readOperation(database, taskId);
    if (operation.ended_on !== null) return countsOf(operation);
    const refusal = await work.whyNotAllowed(operation);
    if (refusal !== undefined) {
      log.warn('stopped', { reason: refusal });
      await inTransaction(database, (transaction) => end(transaction, operation, refusal));
      continue;
    }
    if (!operation.is_collected) {
      await collectItems(database, operation, runCount);
      continue;
    }
    const size = singles > 0 ? 1 : sizeOf(operation);
    const turn = await takeTurn(database, taskId, runCount, size, work.record);
    const tookMs = performance.now() - startedAt;
    if (turn.kind === 'broken') {
      work.onTrouble(asError(turn.error));
      if (size === 1) await failNextItem(database, taskId, runCount);
      singles = size === 1 ? singles - 1 : size;
    } else if (turn.kind === 'lost') await sleep(lookEveryMs, undefined, { signal });
    else if (turn.kind === 'wait') await sleep(Math.max(lookEveryMs, tookMs * restFactor), undefined, { signal });
    else if (turn.kind === 'next stage') log.info('next stage', { stage: operation.stage + 2, ...countsOf(operation) });
    else if (turn.kind === 'acted') {
      singles = Math.max(0, singles - 1);
      const { tasks_per_second: rate } = operation;
      if (rate !== null) await sleep(Math.max(0, (turn.count / rate) * 1_000 - tookMs), undefined, { signal });
    }
  }
}

/** With a rate, a batch is what may be done in a fifth of a second. */
function sizeOf({ tasks_per_second: rate }: OperationRow): number {
  return rate === null ? batchSize : Math.max(1, Math.min(batchSize, Math.floor(rate / 5)));
}

async function exists(database: Database, id: string): Promise<boolean> {
  const rows = await database`select from bulk_operation where id = ${id}`;
  return rows.length > 0;
}

function countsOf({ total, running, succeeded, refused, failed }: OperationRow) {
  return { total, running, succeeded, refused, failed };
}
