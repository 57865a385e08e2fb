import { z } from 'zod';

const ofTasks = z
  .string()
  .regex(/^[!-)+-~]{0,127}[!-~]$/, 'a name, or a prefix followed by *: up to 128 printable characters without spaces');
const ofStores = z
  .string()
  .regex(/^(?:\*|[a-z0-9][a-z0-9._-]{0,62}\*?)$/, 'the name of a store, or a prefix of names followed by *');

/**
 * What a caller reaches: names, and prefixes followed by `*`. A member that is absent bounds nothing. A task is inside
 * when both its type and its queue are.
 */
export const bounds = z.strictObject({
  types: z
    .array(ofTasks)
    .max(100)
    .optional()
    .describe('Types of tasks, or prefixes of them followed by *. Omitted: all'),
  queues: z
    .array(ofTasks)
    .max(100)
    .optional()
    .describe('Queues of tasks, or prefixes of them followed by *. Omitted: all'),
  stores: z
    .array(ofStores)
    .max(100)
    .optional()
    .describe('Names of stores, or prefixes of them followed by *. Omitted: all'),
});
