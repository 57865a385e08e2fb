import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { TaskContext } from '../definition/definition.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');

async function logOf(run: (ctx: TaskContext) => unknown): Promise<string[]> {
  const type = await fixture.serve({ run });
  const { id, status } = await fixture.run({ type });
  expect(status).toBe('succeeded');
  const { value } = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
  return value.map(({ level, message }) => `${level}: ${message}`);
}

const never = () => new Promise(() => {});

test.each<[string, string, (ctx: TaskContext) => unknown]>([
  ['a step', '"charge"', (ctx) => void ctx.step('charge', never)],
  ['a call of state', '"save orders/A-1"', (ctx) => void ctx.state.save('orders', { id: 'A-1', value: 1 })],
  ['the creation of a child', '"create parcel"', (ctx) => void ctx.createTask({ type: 'parcel' })],
  ['a step under a lock', '"print"', (ctx) => ctx.lock('printer', () => void ctx.step('print', never))],
  ['what lost a race', '"slow"', (ctx) => Promise.race([ctx.step('slow', never), ctx.sleep('limit', 5)])],
])('warns in the log when a handler returns before %s has ended', async (_, named, run) => {
  expect(await logOf(run)).toEqual([
    `warn: the handler returned while ${named} had not ended: it may not be done or recorded. Await each call.`,
  ]);
});

test('names up to ten calls', async () => {
  const [line] = await logOf((ctx) => {
    for (let count = 0; count < 12; count++) void ctx.step(`s${count}`, never);
  });
  expect(line).toContain('"s8", "s9" and 2 more had not ended');
});

test('says nothing of calls that were awaited, and of waits that lost a race', async () => {
  const log = await logOf(async (ctx) => {
    await Promise.all([ctx.step('a', () => 1), ctx.state.save('orders', { id: 'A-2', value: 1 })]);
    await ctx.step('fails', () => Promise.reject(new Error('x'))).catch(() => {});
    await ctx.lock('printer', () => ctx.step('print', () => 1));
    return Promise.race([ctx.waitForEvent('never'), ctx.sleep('limit', 5)]);
  });
  expect(log).toEqual([]);
});
