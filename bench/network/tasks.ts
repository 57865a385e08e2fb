import { defineTask } from '../../lib/worker/index.ts';

/** The task of the test bed: a step, an event, state, and a step. Its output says what it received. */
export default [
  defineTask({
    type: 'bed.order',
    async run(ctx, input) {
      const number = Number(input);
      const charged = await ctx.step('charge', async () => number);
      const event = await ctx.waitForEvent('go');
      await ctx.state.save('bed-runs', { id: `run-${number}`, value: charged });
      return ctx.step('ship', async () => ({ number, event }));
    },
  }),
];
