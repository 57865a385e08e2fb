import { type ParsedForkInput, TaskdeckError } from '#contract';
import type { Database, Fragment, Transaction } from '#database';
import { inTransaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import { announce } from '../tasks/announce.ts';
import { beginRun } from '../tasks/begin-run.ts';
import { crowdRuns } from '../tasks/crowd-runs.ts';
import type { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { lockTask, refuseOfBulk, requireAction } from '../tasks/lock-task.ts';
import { readInput, replaceInput, writeInput } from '../tasks/new-input.ts';
import type { TaskTypes } from '../tasks/task-types.ts';
import { runNotFound } from './get-run.ts';

/**
 * Starts a new run with the completed steps before `fromSequence` of one of the task's runs, and with that run's input
 * unless another is given. Throws `TaskNotFound`, `RunNotFound`, `InvalidTransition`, `InvalidRequest` for a sequence
 * that the run does not have, and the errors of a bad input at creation.
 */
export async function forkRun(
  context: { database: Database; taskTypes: TaskTypes; crowded: CrowdedCallers },
  id: string,
  runCount: bigint,
  { fromSequence, input }: ParsedForkInput,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const task = await lockTask(transaction, id);
    if (runCount > BigInt(task.run_count)) throw runNotFound(id, runCount);
    const source = Number(runCount);
    await requireStep(transaction, task.key, id, source, fromSequence);
    refuseOfBulk(task, 'fork');
    requireAction(task, 'fork');
    const newRun = await beginRun(transaction, task, {
      trigger: 'fork',
      by: actor,
      forkedFrom: { runCount: source, sequence: fromSequence },
      hasJournal: fromSequence > 0,
    });
    await crowdRuns(transaction, context.crowded, [{ key: task.key, caller: ownerOfRuns(actor) }]);
    await keepSteps(transaction, [{ key: task.key, source, target: newRun, sequence: fromSequence }]);
    const ofSource = await readInput(transaction, task.key, source);
    const given = input === undefined ? ofSource : await replaceInput(context, task.type, input, ofSource, actor);
    if (input !== undefined || given.text !== (await readInput(transaction, task.key)).text)
      await writeInput(transaction, task.key, newRun, given);
    await announce(transaction, [task], { isReady: true });
  });
}

async function requireStep(transaction: Transaction, key: number, id: string, runCount: number, sequence: number) {
  const [row] = await transaction<{ has_run: boolean; has_step: boolean; first: number | null; last: number | null }[]>`
    select
      exists (select from run where task_key = ${key} and run_count = ${runCount})
        or exists (select from active_run where task_key = ${key} and run_count = ${runCount}) as has_run,
      coalesce(bool_or(sequence = ${sequence}), false) as has_step, min(sequence) as first, max(sequence) as last
    from step where task_key = ${key} and run_count = ${runCount}`;
  if (!row?.has_run) throw runNotFound(id, BigInt(runCount));
  if (row.has_step) return;
  const message =
    row.first === null
      ? `run ${runCount} has no steps; rerun the task instead`
      : `run ${runCount} has no step ${sequence}; its steps are ${row.first} to ${row.last}`;
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/fromSequence', message }] });
}

/**
 * Whether a fork from a sequence keeps the step `s`. A lock whose work may go on at that sequence is not kept, so that the rest
 * of the work is done under the lock again: the journal tells the first call after the work.
 */
export function isKept(sql: Transaction, sequence: Fragment): Fragment {
  return sql`(s.sequence < ${sequence} and s.status = 'succeeded' and (s.kind <> 'lock' or exists (
    select from step o, string_to_table(o.call_order, ';') told
    where o.task_key = s.task_key and o.run_count = s.run_count and split_part(told, ':', 1)::integer <= ${sequence}
      and (-1 - s.sequence)::text = any(string_to_array(split_part(told, ':', 2), ',')))))`;
}

/** Copies the steps of one run of each task that a fork from a sequence keeps to another run. */
export async function keepSteps(
  transaction: Transaction,
  forks: readonly { key: number; source: number; target: number; sequence: number }[],
): Promise<void> {
  await transaction`
    insert into step (task_key, run_count, sequence, name, kind, status, attempt, attempts, output, error, started_on,
      ended_on, wake_on, event_name, child_task_id, worker, kept_from, call_order)
    select s.task_key, f.target, s.sequence, s.name, s.kind, s.status, s.attempt, s.attempts, s.output, s.error,
      s.started_on, s.ended_on, s.wake_on, s.event_name, s.child_task_id, s.worker, coalesce(s.kept_from, s.run_count),
      s.call_order
    from unnest(${forks.map(({ key }) => key)}::bigint[], ${forks.map(({ source }) => source)}::bigint[],
        ${forks.map(({ target }) => target)}::bigint[], ${forks.map(({ sequence }) => sequence)}::integer[])
        f (key, source, target, sequence)
      join step s on s.task_key = f.key and s.run_count = f.source
    where ${isKept(transaction, transaction`f.sequence`)}`;
}
