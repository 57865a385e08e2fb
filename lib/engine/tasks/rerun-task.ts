import type { ParsedRerunInput } from '#contract';
import type { Database } from '#database';
import { inTransaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import { announce } from './announce.ts';
import { beginRun } from './begin-run.ts';
import { crowdRuns } from './crowd-runs.ts';
import type { CrowdedCallers } from './crowded-callers.ts';
import { lockTask, refuseOfBulk, requireAction } from './lock-task.ts';
import { readInput, replaceInput, writeInput } from './new-input.ts';
import type { TaskTypes } from './task-types.ts';

/**
 * Starts another run of an ended task at once. A given input stays the task's input for later runs. Throws
 * `TaskNotFound`, `InvalidTransition`, and the errors of a bad input at creation.
 */
export async function rerunTask(
  context: { database: Database; taskTypes: TaskTypes; crowded: CrowdedCallers },
  id: string,
  { input }: ParsedRerunInput,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const task = await lockTask(transaction, id);
    refuseOfBulk(task, 'rerun');
    requireAction(task, 'rerun');
    const runCount = await beginRun(transaction, task, { trigger: 'rerun', by: actor });
    await crowdRuns(transaction, context.crowded, [{ key: task.key, caller: ownerOfRuns(actor) }]);
    if (input !== undefined) {
      const stored = await readInput(transaction, task.key);
      await writeInput(transaction, task.key, runCount, await replaceInput(context, task.type, input, stored, actor));
    }
    await announce(transaction, [task], { isReady: true });
  });
}
