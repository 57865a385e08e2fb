import { z } from 'zod';
import { taskId } from './identifiers.ts';
import { repeatable } from './paging.ts';

/**
 * The data of `event: change` on the watch stream (server-sent events). It names tasks whose status, steps, events or
 * log changed; the reader fetches what it shows. With `isOverflow`, more tasks changed than are named: refresh
 * everything. The stream also sends `event: ready` when it begins and `event: ping` every second.
 */
export const watchChange = z.object({
  tasks: z.array(z.string()).describe('Ids of the tasks that changed'),
  created: z.number().int().describe('Tasks created since the last message'),
  isOverflow: z.boolean().describe('Whether more tasks changed than are named: refresh everything'),
});

const nothing = z.object({}).describe('Nothing');

/** The events of the watch stream: `event` is the name of each, `data` its JSON. */
export const watchEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready').describe('The stream has begun'), data: nothing }),
  z.object({
    event: z.literal('change').describe('Tasks have changed'),
    data: watchChange.describe('What has changed since the last event'),
  }),
  z.object({ event: z.literal('ping').describe('The service is alive; sent every second'), data: nothing }),
]);

export const watchQuery = z.strictObject({ taskId: repeatable(taskId).describe('Only changes of these tasks') });

export type WatchChange = z.output<typeof watchChange>;
