import { defineTask, StateRefusedError } from '../index.ts';

/**
 * A task type for fault tests of state: increments shared entries under conditions, then creates an entry of its own.
 */
export const counting = defineTask<{ counters: string[] }>({
  type: 'counting',
  async run(ctx, { counters }) {
    for (const counter of counters) {
      for (;;) {
        const entry = await ctx.state.get<number>('counts', `counter/${counter}`);
        const count = (entry?.value ?? 0) + 1;
        try {
          await ctx.state.transaction('counts', {
            upserts: [
              {
                id: `counter/${counter}`,
                value: count,
                ...(entry === undefined ? { ifNoneMatch: '*' } : { ifMatch: entry.etag }),
              },
              { id: `counted/${ctx.taskId}/${counter}`, value: count },
            ],
          });
          break;
        } catch (error) {
          if (!(error instanceof StateRefusedError)) throw error;
        }
      }
    }
    await ctx.state.save('counts', { id: `done/${ctx.taskId}`, value: counters });
  },
});
