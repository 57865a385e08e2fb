'use server';

import { z } from 'zod';
import { schedule, taskId } from '#contract';
import { operatorAction } from '../access/action.ts';

/** Sets a task's schedule. `etag` is of what the operator saw: a change made meanwhile is not overwritten. */
export const changeSchedule = operatorAction(
  z.strictObject({ id: taskId, etag: z.string(), schedule }),
  async ({ client, input: { id, etag, schedule: next } }) => {
    await client.updateTaskAsync(id, { schedule: next }, { ifMatch: etag });
  },
);

/** Leaves out the next occurrence: the waiting run starts at the one after it. */
export const skipOccurrence = operatorAction(
  z.strictObject({ id: taskId, etag: z.string(), nextRunOn: z.iso.datetime() }),
  async ({ client, input: { id, etag, nextRunOn } }) => {
    const startOn = new Date(Date.parse(nextRunOn) + 1).toISOString();
    const task = await client.updateTaskAsync(id, { startOn }, { ifMatch: etag });
    return { nextRunOn: task.nextRunOn };
  },
);
