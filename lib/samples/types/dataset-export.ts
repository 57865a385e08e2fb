import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';

const cities = ['Berlin', 'Hamburg', 'Lyon', 'Gdańsk', 'Porto', 'Aarhus', 'Graz', 'Turku'];

/** Returns every row in its output: more than 256 KiB with 3,000 rows. */
export const datasetExport = defineTask({
  type: 'sample.dataset.export',
  version: '1',
  description: 'Exports the rows of a table as its output, which is large.',
  input: z.object({
    table: z
      .string()
      .regex(/^[a-z_]{1,40}$/)
      .describe('Name of the table'),
    rows: z.number().int().min(1).max(20_000).default(4_000).describe('How many; 3 000 are more than 256 KiB'),
  }),
  exampleInput: { table: 'customers', rows: 4_000 },
  async run(ctx, { table, rows }) {
    const exportedOn = await ctx.step('take a snapshot', async ({ signal }) => {
      await takeTime(400, undefined, { signal });
      return new Date().toISOString();
    });
    const data = Array.from({ length: rows }, (_, index) => {
      const lot = draw(`${table}${index}`);
      return {
        id: `${table}-${String(index + 1).padStart(6, '0')}`,
        city: cities[Math.floor(lot * cities.length)],
        orders: Math.floor(lot * 400),
        revenue: Math.round(lot * 1e6) / 100,
        isActive: lot > 0.3,
      };
    });
    ctx.log.info('rows read', { table, rows });
    await ctx.step('check sums', ({ signal }) =>
      takeTime(
        300,
        data.reduce((sum, { orders }) => sum + orders, 0),
        { signal },
      ),
    );
    return { table, exportedOn, rows: data };
  },
});
