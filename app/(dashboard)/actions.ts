'use server';

import { z } from 'zod';
import { createSampleTasksAsync } from '#client';
import { operatorAction } from '@/lib/dashboard/access/action.ts';

/** Creates the sample tasks; answers how many. */
export const loadSampleTasks = operatorAction(z.strictObject({}), async ({ client }) => {
  const created = await createSampleTasksAsync(client, new Date());
  return { count: created.length };
});
