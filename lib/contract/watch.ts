import { z } from 'zod';
import { taskId } from './identifiers.ts';
import { repeatable } from './paging.ts';

/**
 * The data of `event: change` on the watch stream (server-sent events). It names tasks whose status, steps, events or
 * log changed; the reader fetches what it shows. With `isOverflow`, more tasks changed than are named: refresh
 * everything. The stream also sends `event: ready` when it begins and `event: ping` every 15 seconds.
 */
export const watchChange = z.object({
  tasks: z.array(z.string()),
  created: z.number().int().describe('Tasks created since the last message'),
  isOverflow: z.boolean(),
});

export const watchQuery = z.strictObject({ taskId: repeatable(taskId).describe('Only changes of these tasks') });

export type WatchChange = z.output<typeof watchChange>;
