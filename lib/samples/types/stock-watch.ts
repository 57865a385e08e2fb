import { z } from 'zod';
import { defineTask, StateRefusedError, type TaskContext } from '#worker';
import { draw } from './draw.ts';
import { meetsOthers } from './keep-order.ts';

const fullShelf = 500;
const betweenRoundsInMs = 3_000;

type Shelf = { pieces: number; sold: number; note?: string };

/** Updates a few entries all the time, so that anyone who edits one of them meets another writer. */
export const stockWatch = defineTask({
  type: 'sample.stock.watch',
  version: '1',
  description:
    'Counts what leaves the shelves into the store "sample.stock", every three seconds. Made to be scheduled.',
  input: z.object({
    warehouse: z.string().min(1).describe('Beginning of the ids'),
    articles: z.array(z.string().min(1)).min(1).max(20).describe('One entry each'),
    rounds: z.number().int().min(1).max(100).default(15).describe('How often each is written'),
  }),
  exampleInput: { warehouse: 'berlin', articles: ['CHAIR-OAK', 'LAMP-BRASS'], rounds: 15 },
  async run(ctx, { warehouse, articles, rounds }) {
    for (let round = 1; round <= rounds; round++) {
      for (const article of articles)
        await sell(ctx, `${warehouse}/${article}`, 1 + Math.floor(draw(`${article}${round}`) * 4));
      if (round < rounds) await ctx.sleep('look away', betweenRoundsInMs);
    }
    return { warehouse, rounds };
  },
});

/** Takes pieces from a shelf and refills it when it is empty. Keeps the rest of the entry. */
async function sell(ctx: TaskContext, id: string, pieces: number): Promise<void> {
  for (;;) {
    const shelf = await ctx.state.get<Shelf>('sample.stock', id);
    const { pieces: there = fullShelf, sold = 0, ...rest } = shelf?.value ?? {};
    const left = there - pieces > 0 ? there - pieces : fullShelf;
    try {
      await ctx.state.save('sample.stock', {
        id,
        value: { ...rest, pieces: left, sold: sold + pieces },
        ...(shelf === undefined ? { ifNoneMatch: '*' } : { ifMatch: shelf.etag }),
      });
      return;
    } catch (error) {
      if (!(error instanceof StateRefusedError) || !meetsOthers(error)) throw error;
      ctx.log.warn('somebody changed the shelf meanwhile: counting again', { id });
    }
  }
}
