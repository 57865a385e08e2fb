import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';

/** Counts shelf by shelf, slowly enough to watch it, to pause it, and to see another task wait for the same scanner. */
export const stockCount = defineTask({
  type: 'sample.stock.count',
  version: '1',
  description: 'Counts a warehouse shelf by shelf, some four seconds each.',
  input: z.object({
    warehouse: z.string().min(1).describe('Which warehouse'),
    shelves: z.number().int().min(1).max(200).default(12).describe('A step each'),
  }),
  exampleInput: { warehouse: 'Berlin', shelves: 12 },
  async run(ctx, { warehouse, shelves }) {
    let pieces = 0;
    for (let shelf = 1; shelf <= shelves; shelf++) {
      pieces += await ctx.step(`shelf ${shelf}`, async ({ signal }) => {
        const share = draw(`${warehouse}${shelf}`);
        await takeTime(3_000 + share * 2_000, undefined, { signal });
        return Math.floor(share * 80);
      });
      ctx.log.info(`shelf ${shelf} of ${shelves} counted`, { warehouse, pieces });
    }
    return { warehouse, shelves, pieces };
  },
});
