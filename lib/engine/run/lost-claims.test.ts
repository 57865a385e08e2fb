import { expect, test } from 'vitest';
import { channels, type Database } from '#database';
import { started } from '../../contract/testing/started.ts';
import { type RunFixture, startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

/**
 * A database whose notifications of work are held back until `tell`, and whose first read of a journal calls `beforeReading`
 * in place of the server, which is away: the claim that the journal is read for is made, but nothing of it is known yet.
 */
function losingClaims(database: Database, beforeReading: () => Promise<void>) {
  let isFirst = true;
  const told = Promise.withResolvers<void>();
  const losing = new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== 'listen') return typeof member === 'function' ? member.bind(target) : member;
      return (channel: string, notice: (payload: string) => void, onListen?: () => void) =>
        target.listen(
          channel,
          channel === channels.work ? (payload) => void told.promise.then(() => notice(payload)) : notice,
          onListen,
        );
    },
    apply(target, self, parts: unknown[]) {
      const [texts] = parts;
      const isJournal = Array.isArray(texts) && texts.some((text) => String(text).includes('step s on'));
      if (!isJournal || !isFirst) return Reflect.apply(target, self, parts);
      isFirst = false;
      return beforeReading().then(() => Reflect.apply(target, self, parts));
    },
  });
  return { losing, tell: told.resolve };
}

/** Undoes the claim of a run, as a crash of the server does that had not written it to disk. */
async function loseClaim({ database }: RunFixture, id: string, fence: number): Promise<void> {
  const { count } = await database`
    update active_run set status = 'queued', worker_key = null, fence = ${fence}
    where task_key = (select key from task where id = ${id}) and status = 'running'`;
  expect(count).toBe(1);
}

test('a claim that a crash of the server lost does not take the run from the execution that went on with it', async () => {
  const calls: string[] = [];
  const packing = Promise.withResolvers<string>();
  const fenceOf = async (id: string): Promise<number> => {
    const [row] = await fixture.database`
      select fence from active_run where task_key = (select key from task where id = ${id})`;
    return Number(row?.fence);
  };
  let id = '';
  let fence = 0;
  const { losing, tell } = losingClaims(fixture.database, async () => {
    await loseClaim(fixture, id, fence);
    tell(); // the run goes on in memory
    await expect.poll(() => calls).toEqual(['began', 'packs']);
  });
  const type = await fixture.serve(
    {
      async run(ctx) {
        calls.push('began');
        const event = await ctx.waitForEvent('go');
        return ctx.step('pack', () => {
          calls.push('packs');
          return packing.promise.then((packed) => `${event} ${packed}`);
        });
      },
    },
    { database: losing },
  );
  ({ id } = await fixture.create({ type }));
  await fixture.until(id, ({ status }) => status === 'waiting');
  fence = await fenceOf(id);
  await fixture.raise(id, 'go', 'now'); // nobody hears of it, so the worker's next look claims the run
  await expect.poll(() => calls, { timeout: 10_000 }).toEqual(['began', 'packs']);
  await fixture.create({ type }).then(({ id: other }) => fixture.until(other, ({ status }) => status === 'waiting'));
  packing.resolve('packed');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'now packed' });
  expect(calls).toEqual(['began', 'packs', 'began']);
});

test('a claim of a kept run whose answer was lost is given back at once', async () => {
  let isLosing = false;
  const losing = new Proxy(losingClaims(fixture.database, async () => {}).losing, {
    apply(target, self, parts: unknown[]) {
      const query = Reflect.apply(target, self, parts);
      const [texts] = parts;
      const isClaim =
        Array.isArray(texts) && texts.some((text) => String(text).includes("set\n      status = 'running'"));
      if (!isLosing || !isClaim) return query;
      return Promise.resolve(query).then((claims: unknown[]) => {
        if (claims.length === 0) return claims;
        isLosing = false;
        throw Object.assign(new Error('the connection was lost after the commit'), { code: 'CONNECTION_CLOSED' });
      });
    },
  });
  const type = await fixture.serve({ run: (ctx) => ctx.waitForEvent('go') }, { database: losing });
  const { id } = await fixture.create({ type });
  await fixture.until(id, ({ status }) => status === 'waiting');
  isLosing = true;
  await fixture.raise(id, 'go', 'now'); // nobody hears of it, so the worker's next look claims the run
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 'now' });
  expect(isLosing).toBe(false);
});
