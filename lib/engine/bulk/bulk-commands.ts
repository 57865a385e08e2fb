import { type BulkOperation, isEnded, TaskdeckError } from '#contract';
import { type Database, inTransaction, type Transaction } from '#database';
import type { Actor } from '../actor.ts';
import { cancelRuns } from '../tasks/cancel-task.ts';
import { type LockedTask, lockTasks } from '../tasks/lock-task.ts';
import { pauseRuns } from '../tasks/pause-task.ts';
import { resumeRuns } from '../tasks/resume-task.ts';
import { noSuchOperation, operationRecord, readOperation } from './operation-row.ts';
import { end } from './take-turn.ts';

type By = Pick<Actor, 'name'>;

/** Pauses the task that works off an operation. Throws `BulkOperationNotFound`, `InvalidTransition`. */
export async function pauseBulkOperation(database: Database, id: string, actor: By): Promise<BulkOperation> {
  return command(database, id, 'pause', async (transaction, task) => {
    if (task === undefined || isEnded(task.status) || task.status === 'paused') return false;
    await pauseRuns(transaction, [task], actor);
    return true;
  });
}

/** Resumes the task that works off an operation. Throws `BulkOperationNotFound`, `InvalidTransition`. */
export async function resumeBulkOperation(database: Database, id: string): Promise<BulkOperation> {
  return command(database, id, 'resume', async (transaction, task) => {
    if (task?.status !== 'paused') return false;
    await resumeRuns(transaction, [task]);
    return true;
  });
}

/** Stops an operation for good. Throws `BulkOperationNotFound`, `InvalidTransition`. */
export async function stopBulkOperation(
  database: Database,
  id: string,
  actor: By,
  reason: string | undefined,
): Promise<BulkOperation> {
  return command(database, id, 'stop', async (transaction, task, operation) => {
    if (task === undefined || isEnded(task.status)) return false;
    await end(transaction, operation, `Stopped by ${actor.name}${reason === undefined ? '.' : `: ${reason}`}`);
    await cancelRuns(transaction, [task]);
    return true;
  });
}

/** The operation is locked before its task, as by the run that works it off. `work` resolves with whether it was possible. */
async function command(
  database: Database,
  id: string,
  verb: string,
  work: (transaction: Transaction, task: LockedTask | undefined, operation: { key: number }) => Promise<boolean>,
): Promise<BulkOperation> {
  return inTransaction(database, async (transaction) => {
    const [operation] = await transaction<{ key: number }[]>`
      select key from bulk_operation where id = ${id} for update`;
    if (operation === undefined) throw noSuchOperation(id);
    const [task] = await lockTasks(transaction, [id]);
    const before = await readOperation(transaction, id);
    if (before.ended_on !== null || !(await work(transaction, task, operation)))
      throw new TaskdeckError('InvalidTransition', `cannot ${verb} bulk operation "${id}": it is ${before.status}`);
    return operationRecord(await readOperation(transaction, id));
  });
}
