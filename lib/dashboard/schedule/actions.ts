'use server';

import { z } from 'zod';
import { taskId } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Leaves out the next occurrence: the waiting run starts at the one after it. */
export const skipOccurrence = operatorAction(
  z.strictObject({ id: taskId, etag: z.string(), nextRunOn: z.iso.datetime() }),
  async ({ client, input: { id, etag, nextRunOn } }) => {
    const startOn = new Date(Date.parse(nextRunOn) + 1).toISOString();
    const task = await client.updateTaskAsync(id, { startOn }, { ifMatch: etag });
    return { nextRunOn: task.nextRunOn };
  },
);
