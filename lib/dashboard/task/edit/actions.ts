'use server';
import { z } from 'zod';
import { isRequestFailedError } from '#client';
import { parseJson, taskId, taskUpdateInput } from '#contract';
import { newTaskForm } from '@/components/task/new/new-task-form.ts';
import { operatorAction } from '../../access/action.ts';
import { saveFields } from './save-fields.ts';

const saveInput = z.strictObject({
  id: taskId,
  /** The form as it was before the operator changed it. */
  before: newTaskForm,
  /** A merge patch as JSON text. */
  patch: z.string(),
});

/** Saves the changed fields of a task, whatever else of it changes meanwhile. */
export const saveTask = operatorAction(saveInput, async ({ client, input: { id, before, patch } }) => {
  const target = {
    read: () => client.getTaskAsync(id),
    async write(fields: z.output<typeof taskUpdateInput>, ifMatch: string) {
      try {
        await client.updateTaskAsync(id, fields, { ifMatch });
        return true;
      } catch (error) {
        if (isRequestFailedError(error) && error.code === 'PreconditionFailed') return false;
        throw error;
      }
    },
  };
  await saveFields(target, before, taskUpdateInput.parse(parseJson(patch)));
});
