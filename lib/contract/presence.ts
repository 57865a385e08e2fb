import { z } from 'zod';

/** Who has said it within this time is shown, in milliseconds. */
export const presenceMs = 12_000;

/** What takes to read the record of each kind. */
export const presenceScopes = {
  task: 'tasks/read',
  errorGroup: 'tasks/read',
  entry: 'state/read',
} as const;

/** A record that somebody looks at. */
export const presenceInput = z
  .strictObject({
    kind: z.enum(['task', 'errorGroup', 'entry']).describe('Kind of the record'),
    id: z.string().min(1).max(512).describe('Id of the record'),
    storeName: z.string().min(1).max(128).optional().describe('The store of an entry. Only for an entry'),
  })
  .refine(({ kind, storeName }) => (kind === 'entry') === (storeName !== undefined), {
    message: 'an entry, and nothing else, has a storeName',
    path: ['storeName'],
  });

export const presence = z.object({
  others: z
    .array(z.object({ name: z.string().describe('Name of the operator') }))
    .describe('Up to 20 other operators who look at it, by name'),
});

export type PresenceInput = z.input<typeof presenceInput>;
export type Presence = z.output<typeof presence>;
