import { type TaskConfig, taskConfig } from '#contract';
import type { Database, Transaction } from '#database';
import { NonRetryableError, RunInterruptedError } from '../definition/failures.ts';
import type { ChildStep } from '../run/host.ts';
import type { HeldRun } from '../run/journal-entry.ts';
import { untilAnswered } from '../run/repeat.ts';
import { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { insertTasks } from '../tasks/insert-tasks.ts';
import { draftTask } from '../tasks/task-draft.ts';
import { cacheTaskTypes } from '../tasks/task-types.ts';

type ChildCreator = (
  parent: HeldRun,
  workerKey: number,
  step: ChildStep,
  config: TaskConfig,
  secrets: ReadonlySet<string>,
) => Promise<string>;

/**
 * Creates a child and the step that records it in one transaction, so that a replay never creates another. Its input may
 * name only the secrets of its parent's input: a reference in the data of an event or in state is not one that somebody
 * with the right to use secrets wrote. Calls `onTrouble` on lost connections, from which it recovers.
 */
export function childCreator(database: Database, onTrouble: (error: Error) => void = () => {}): ChildCreator {
  const crowded = CrowdedCallers.of(database);
  const context = { database, taskTypes: cacheTaskTypes(database), crowded };
  return async (parent, workerKey, { sequence, name, callOrder }, config, secrets) => {
    const parsed = taskConfig.safeParse(config);
    if (!parsed.success)
      throw new NonRetryableError(
        `createTask: ${parsed.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; ')}`,
      );
    const actor = { name: `task ${parent.taskId}`, usesSecrets: secrets };
    const draft = await untilAnswered(() => draftTask(context, parsed.data, actor, undefined, () => ''), onTrouble);
    const create = async (transaction: Transaction) => {
      const [held] = await transaction`
        select from active_run a join worker w on w.key = a.worker_key
        where a.task_key = ${parent.taskKey} and a.run_count = ${parent.runCount} and a.fence = ${parent.fence}
          and a.worker_key = ${workerKey} and a.status = 'running' and not w.is_expired
        for key share of a, w`;
      if (held === undefined) {
        parent.loseClaim();
        throw new RunInterruptedError('leaseLost');
      }
      const [recorded] = await transaction`
        select from step where task_key = ${parent.taskKey} and run_count = ${parent.runCount} and sequence = ${sequence}
          and child_task_id = ${draft.id}`;
      if (recorded !== undefined) return; // an earlier try committed and its answer was lost
      const [inserted] = await insertTasks(transaction, [draft]);
      if (inserted === undefined) throw new NonRetryableError(`createTask: there is a task "${draft.id}" already`);
      crowded.note(draft.owner, { key: inserted.key, isCrowded: draft.isCrowded });
      await transaction`
        update task set parent_key = ${parent.taskKey}, parent_run_count = ${parent.runCount}, parent_sequence = ${sequence}
        where key = ${inserted.key}`;
      await transaction`
        insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on, child_task_id, worker,
          call_order)
        select ${parent.taskKey}, ${parent.runCount}, ${sequence}, ${name}, 'task', 'succeeded', now(), now(), ${draft.id},
          (select w.name from worker w where w.key = ${workerKey}), ${callOrder}
        on conflict (task_key, run_count, sequence) do nothing`;
    };
    await untilAnswered(() => database.begin(create), onTrouble);
    return draft.id;
  };
}
