import { z } from 'zod';
import { defineTask } from '#worker';
import { sampleEntries } from '../sample-entries.ts';
import { sampleTasks } from '../sample-tasks.ts';

/** Creates the sample tasks as its children and saves the sample entries. Returns how many of each. */
export const load = defineTask({
  type: 'sample.load',
  version: '1',
  description: 'Creates the sample tasks and saves the sample entries.',
  input: z.object({
    tasks: z.boolean().default(true).describe('Creates the sample tasks'),
    entries: z.boolean().default(true).describe('Saves the sample entries'),
  }),
  exampleInput: { tasks: true, entries: true },
  async run(ctx, input) {
    const now = await ctx.step('read the clock', () => new Date().toISOString());
    const loaded = { tasks: 0, entries: 0 };
    for (const config of input.tasks ? sampleTasks(new Date(now)) : []) {
      await ctx.createTask(config);
      loaded.tasks++;
    }
    for (const { storeName, entries } of input.entries ? sampleEntries(new Date(now)) : []) {
      await ctx.state.transaction(storeName, { upserts: entries });
      loaded.entries += entries.length;
    }
    return loaded;
  },
});
