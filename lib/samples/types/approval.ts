import { z } from 'zod';
import { defineTask } from '#worker';

/** A minimal type that waits for a person. */
export const approval = defineTask({
  type: 'sample.approval',
  version: '1',
  description: 'Waits for the event "approval" and returns its data.',
  input: z.object({ subject: z.string().min(1).describe('What is to be approved') }),
  exampleInput: { subject: 'Order 1042' },
  events: { approval: z.object({ approved: z.boolean() }) },
  run: (ctx) => ctx.waitForEvent('approval'),
});
