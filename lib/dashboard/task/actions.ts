'use server';
import { z } from 'zod';
import { isRequestFailedError, type TaskClient } from '#client';
import { taskId } from '#contract';
import { type TaskOutcome, taskBulkActions } from '@/components/task/task-bulk.ts';
import { toTaskRow } from '@/components/task/task-row.ts';
import { operatorAction } from '../access/action.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';

const bulkInput = z.strictObject({
  action: z.enum(taskBulkActions),
  ids: z.array(taskId).min(1).max(25),
  /** Deletes also what has not ended, cancelling it first. */
  force: z.boolean().optional(),
});

/** Does one thing to each of these tasks; every one has its own outcome. */
export const actOnTasks = operatorAction(bulkInput, async ({ client, input }) =>
  Promise.all(input.ids.map((id) => actOnTask(client, id, input))),
);

async function actOnTask(
  client: TaskClient,
  id: string,
  { action, force = false }: z.output<typeof bulkInput>,
): Promise<TaskOutcome> {
  try {
    if (action === 'delete') {
      await client.deleteTaskAsync(id, { force });
      return { id, ok: true };
    }
    const task = await (action === 'cancel' ? client.cancelTaskAsync(id) : client.rerunTaskAsync(id));
    return { id, ok: true, task: toTaskRow(task) };
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 401) throw error;
    const { code, detail, requestId } = problemOfFailure(error);
    return { id, ok: false, code, detail, ...(requestId !== undefined && { requestId }) };
  }
}
