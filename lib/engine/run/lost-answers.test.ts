import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database';
import { type RunFixture, startRuns } from './testing.ts';

let fixture: RunFixture;
let effects = 0;

/** The database behind a connection that commits every flush and loses its first answer, so that all are sent twice. */
function losingAnswers(database: Database): Database {
  let isLost = false;
  return new Proxy(database, {
    apply(target, self, parts: unknown[]) {
      const query = Reflect.apply(target, self, parts);
      const [texts] = parts;
      if (!Array.isArray(texts) || !String(texts[0]).includes('flush_journal')) return query;
      isLost = !isLost;
      if (!isLost) return query;
      return Promise.resolve(query).then(() => {
        throw Object.assign(new Error('the connection was lost after the commit'), { code: 'CONNECTION_CLOSED' });
      });
    },
  });
}

beforeAll(async () => {
  fixture = await startRuns();
  await fixture.work(
    [
      {
        type: 'order',
        async run(ctx) {
          await ctx.step('charge', () => {
            effects++;
          });
          const first = await ctx.waitForEvent('approval', { timeoutInMs: 60_000 });
          const second = await ctx.waitForEvent('approval', { timeoutInMs: 60_000 });
          return [first, second];
        },
      },
    ],
    { database: losingAnswers(fixture.database) },
  );
});
afterAll(() => fixture.end());

test('a flush that is sent again because its answer was lost consumes no event twice and loses none', async () => {
  const { id } = await fixture.create({ type: 'order' });
  await fixture.raise(id, 'approval', 1); // before and after the run waits
  await fixture.until(id, (task) => task.status === 'waiting' || task.endedOn !== undefined);
  await fixture.raise(id, 'approval', 2);
  const task = await fixture.ended(id);
  expect(task.output).toEqual([1, 2]);
  expect(effects).toBe(1);
});
