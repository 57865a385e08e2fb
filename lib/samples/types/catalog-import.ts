import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { articlesOf } from './articles.ts';
import { draw } from './draw.ts';

/** A supplier's service is temporarily unavailable. */
class SupplierUnavailableError extends Error {
  override readonly name = 'SupplierUnavailableError';
}

/** Reads all suppliers at the same time. Suppliers named for it fail twice before they answer. */
export const catalogImport = defineTask({
  type: 'sample.catalog.import',
  version: '1',
  description:
    'Reads suppliers in parallel, then keeps their articles in the store "sample.catalog". A supplier named "Flaky…" fails twice first.',
  input: z.object({
    season: z.string().min(1).describe('Which catalogue'),
    suppliers: z.array(z.string().min(1)).min(1).max(20).describe('Read at the same time'),
  }),
  exampleInput: { season: 'spring', suppliers: ['Nordwood', 'Flaky & Sons', 'Lumina'] },
  async run(ctx, { season, suppliers }) {
    const catalogues = await Promise.all(
      suppliers.map((supplier) =>
        ctx.step(
          `read ${supplier}`,
          async ({ attempt, signal }) => {
            ctx.log.debug('asking for the catalogue', { supplier, season, attempt });
            await takeTime(400 + draw(supplier) * 1_500, undefined, { signal });
            if (supplier.startsWith('Flaky') && attempt <= 2) {
              ctx.log.warn('no answer', { supplier, attempt });
              throw new SupplierUnavailableError(`${supplier} answered 503 Service Unavailable`);
            }
            return { supplier, articles: 200 + Math.floor(draw(supplier + season) * 900) };
          },
          { retry: { maximumAttempts: 4, initialIntervalInMs: 2_000 }, timeoutInMs: 30_000 },
        ),
      ),
    );
    const articles = await ctx.step('merge', async ({ signal }) => {
      await takeTime(500, undefined, { signal });
      return catalogues.reduce((sum, catalogue) => sum + catalogue.articles, 0);
    });
    for (const { supplier } of catalogues)
      await ctx.state.transaction('sample.catalog', {
        upserts: articlesOf(season, supplier).map(({ id, ...value }) => ({ id, value, tags: { season, supplier } })),
      });
    await ctx.step('publish', ({ signal }) => takeTime(300, `${season}: ${articles} articles`, { signal }));
    ctx.log.info('catalogue published', { season, articles });
    return { season, articles, suppliers: catalogues };
  },
});
