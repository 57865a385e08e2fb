import { defineTask } from '#worker';

/** The tasks that the client's tests run. */
export const echo = defineTask({
  type: 'test.echo',
  run(ctx, input) {
    ctx.log.info('echoing');
    return ctx.step('echo', () => input ?? null);
  },
});

export const greet = defineTask({
  type: 'test.greet',
  run: async (ctx) => `hello ${String(await ctx.waitForEvent('name'))}`,
});
