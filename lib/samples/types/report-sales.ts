import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';
import type { KeptOrder } from './keep-order.ts';

/** A scheduled report: each occurrence is a run of the same task. */
export const reportSales = defineTask({
  type: 'sample.report.sales',
  version: '1',
  description: 'Sums up what a shop sold and keeps it as a CSV in the store "sample.reports". Made to be scheduled.',
  input: z.object({
    shop: z.enum(['eu', 'us']).describe('Which shop'),
    periodInMinutes: z.number().int().min(1).max(525_600).default(1_440).describe('How far back'),
  }),
  exampleInput: { shop: 'eu', periodInMinutes: 1_440 },
  async run(ctx, { shop, periodInMinutes }) {
    const sales = await ctx.step('read the orders', async ({ signal, idempotencyKey }) => {
      await takeTime(700, undefined, { signal });
      const orders = Math.ceil(periodInMinutes * (0.5 + draw(idempotencyKey)));
      return {
        until: new Date().toISOString(),
        orders,
        revenue: Math.round(orders * (40 + draw(shop) * 30) * 100) / 100,
      };
    });
    ctx.log.info('orders read', { ...sales });
    const report = await ctx.step('lay out', async ({ signal }) => {
      await takeTime(300, undefined, { signal });
      return `# Sales, ${shop}\n\n${sales.orders} orders, ${sales.revenue} EUR in the ${periodInMinutes} minutes before ${sales.until}.\n`;
    });
    const kept = await ctx.state.list<KeptOrder>('sample.orders', {
      prefix: shop === 'eu' ? 'eu/' : 'world/',
      maxPageSize: 1_000,
    });
    const lines = kept.value.map(({ id, value }) => csvLine([id, value?.customer, value?.status, value?.amount]));
    const name = `sales-${shop}-${sales.until.slice(0, 16).replaceAll(':', '.')}.csv`;
    await ctx.state.saveBlob(
      'sample.reports',
      {
        id: `sales/${shop}/${sales.until.slice(0, 10)}/${sales.until.slice(11, 16)}`,
        value: { ...sales, shop, keptOrders: kept.value.length },
        ttlInSeconds: 7 * 86_400,
      },
      Buffer.from(['order,customer,status,amount', ...lines, `total,,,${sales.revenue}`, ''].join('\r\n')),
      { overwrite: true, contentType: 'text/csv; charset=utf-8', fileName: name },
    );
    await ctx.step('send', ({ signal }) => takeTime(200, { to: `sales-${shop}@example.com` }, { signal }));
    return { ...sales, report };
  },
});

/** A line of CSV (RFC 4180), without its end. */
function csvLine(fields: readonly unknown[]): string {
  return fields
    .map((field) => {
      const text = field === undefined || field === null ? '' : String(field);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
}
