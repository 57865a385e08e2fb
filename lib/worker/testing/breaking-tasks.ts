import { defineTask } from '../index.ts';

/** A task type that breaks the process of its worker: it throws where nobody can catch it, after its first step. */
export const breaking = defineTask({
  type: 'breaking',
  async run(ctx) {
    await ctx.step('before', () => 1);
    await ctx.step('break', () => {
      setTimeout(() => {
        throw new Error('out of reach');
      }, 0);
      return new Promise(() => {});
    });
  },
});
