'use server';
import { z } from 'zod';
import { isRequestFailedError, type TaskClient } from '#client';
import { runActionInput, type TaskResponse, taskId, taskUpdateInput } from '#contract';
import { type TaskOutcome, taskBulkActions } from '@/components/task/task-bulk.ts';
import { toTaskRow } from '@/components/task/task-row.ts';
import { operatorAction } from '../access/action.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { requireProofToDelete } from '../proof/require-proof.ts';

const bulkInput = z.strictObject({
  action: z.enum(taskBulkActions),
  /** A task whose current run is another one by now is not cancelled. */
  tasks: z
    .array(z.strictObject({ id: taskId, runCount: runActionInput.shape.runCount.unwrap() }))
    .min(1)
    .max(25),
  /** Deletes also what has not ended, cancelling it first. */
  force: z.boolean().optional(),
  /** Names this act: under the same name nothing is done to a task twice. */
  operation: z.uuid(),
});

/** Does one thing to each of these tasks; every one has its own outcome. */
export const actOnTasks = operatorAction(bulkInput, async ({ client, input }) => {
  if (input.action === 'delete' && input.tasks.length > 1) await requireProofToDelete(client);
  return Promise.all(input.tasks.map((task) => actOnTask(client, task, input)));
});

const help = z.union([
  z.strictObject({ remedy: z.literal('move'), queue: taskUpdateInput.shape.queue.unwrap() }),
  z.strictObject({ remedy: z.enum(['wake', 'resume']) }),
]);

/** What helps tasks that do not move. */
type Help = z.output<typeof help>;

/** Helps each of these tasks; every one has its own outcome. */
export const helpTasks = operatorAction(
  z.strictObject({ ids: z.array(taskId).min(1).max(25), help }),
  async ({ client, input }) =>
    Promise.all(input.ids.map((id) => outcomeOf(id, () => helpTask(client, id, input.help)))),
);

function helpTask(client: TaskClient, id: string, given: Help): Promise<TaskResponse> {
  if (given.remedy === 'move') return client.updateTaskAsync(id, { queue: given.queue });
  return given.remedy === 'wake' ? client.wakeTaskAsync(id) : client.resumeTaskAsync(id);
}

type Acted = z.output<typeof bulkInput>;

function actOnTask(client: TaskClient, { id, runCount }: Acted['tasks'][number], asked: Acted) {
  const { action, force = false, operation } = asked;
  return outcomeOf(id, () => {
    const once = { idempotencyKey: `${operation} ${id}` };
    if (action === 'delete') return client.deleteTaskAsync(id, { force }).then(() => undefined);
    return action === 'cancel' ? client.cancelTaskAsync(id, { ...once, runCount }) : client.rerunTaskAsync(id, once);
  });
}

/** A refusal is an outcome. Only the end of the session ends the whole action. */
async function outcomeOf(id: string, act: () => Promise<TaskResponse | undefined>): Promise<TaskOutcome> {
  try {
    const task = await act();
    return task === undefined ? { id, ok: true } : { id, ok: true, task: toTaskRow(task) };
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 401) throw error;
    const { code, detail, requestId } = problemOfFailure(error);
    return { id, ok: false, code, detail, ...(requestId !== undefined && { requestId }) };
  }
}
