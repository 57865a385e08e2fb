'use server';
import { z } from 'zod';
import { isRequestFailedError } from '#client';
import { parseJson, taskId, taskUpdateInput } from '#contract';
import { newTaskForm } from '@/components/task/new/new-task-form.ts';
import { operatorAction } from '../../access/action.ts';
import { readValue } from '../../run/read-value.ts';
import { saveFields } from './save-fields.ts';

const saveInput = z.strictObject({
  id: taskId,
  /** The form as it was before the operator changed it. */
  before: newTaskForm,
  /** A merge patch as JSON text. */
  patch: z.string(),
  /** The whole input of the current run as JSON text, and the entity tag of the task that it was read with. */
  input: z.string().optional(),
  ifMatch: z.string().optional(),
});

/**
 * Saves the changed fields of a task, whatever else of it changes meanwhile. With an input, only while the task is as it
 * was and its run has not started.
 */
export const saveTask = operatorAction(saveInput, async ({ client, input: { id, before, patch, input, ifMatch } }) => {
  const fields = taskUpdateInput.parse(parseJson(patch));
  if (input !== undefined) {
    const how = { ifMatch, inputFor: 'currentRun', replaceInput: true } as const;
    await client.updateTaskAsync(id, { ...fields, input: readValue(input) }, how);
    return;
  }
  const target = {
    read: () => client.getTaskAsync(id),
    async write(changes: z.output<typeof taskUpdateInput>, etag: string) {
      try {
        await client.updateTaskAsync(id, changes, { ifMatch: etag });
        return true;
      } catch (error) {
        if (isRequestFailedError(error) && error.code === 'PreconditionFailed') return false;
        throw error;
      }
    },
  };
  await saveFields(target, before, fields);
});
