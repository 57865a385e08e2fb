import { z } from 'zod';
import { taskId } from './identifiers.ts';
import { repeatable } from './paging.ts';

/**
 * What the watch stream (server-sent events) carries as `event: change`. It tells that something about these tasks
 * (status, step, event, log) changed; the reader fetches what it shows. `isOverflow`: more changed than are named, so
 * refresh all that is shown. Also sent: `event: ready` when the stream begins and `event: ping` every 15 s.
 */
export const watchChange = z.object({
  tasks: z.array(z.string()),
  created: z.number().int().describe('Tasks created since the last message'),
  isOverflow: z.boolean(),
});

export const watchQuery = z.strictObject({ taskId: repeatable(taskId).describe('Only changes of these tasks') });

export type WatchChange = z.output<typeof watchChange>;
