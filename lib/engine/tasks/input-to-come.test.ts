import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { Actor } from '../actor.ts';
import { flushJournal } from '../run/flush.ts';
import { heldTask, holdTask, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');

const sighted: Actor = { ...ada, readsSensitive: true };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('an input for a run that has not started', () => {
  const current = { inputFor: 'currentRun' } as const;
  const replace = { ...current, replaceInput: true } as const;
  const change = (id: string, input: JsonValue, how: object = replace, actor: Actor = sighted) =>
    fixture.engine.updateTask(id, { input }, actor, undefined, how);
  const inputOf = async (id: string, run: bigint) => (await fixture.engine.getHistory(id, run)).input;

  test('is that of this run and of later ones, whole or merged', async () => {
    const id = await fixture.create({ input: { a: 1, b: { c: 2 } }, startOn: inAnHour() });
    await fixture.engine.updateTask(id, { input: { later: true } }, sighted);
    expect((await change(id, { a: null, n: 2 })).input).toEqual({ a: null, n: 2 });
    expect(await inputOf(id, 1n)).toEqual({ a: null, n: 2 });
    expect((await change(id, { a: null, m: 3 }, current)).input).toEqual({ n: 2, m: 3 });
    await fixture.engine.updateTask(id, { startOn: null }, sighted);
    await endTask(fixture.database, id);
    await fixture.engine.rerunTask(id, {}, ada);
    expect(await inputOf(id, 2n)).toEqual({ n: 2, m: 3 });
    await change(id, 'second');
    expect([await inputOf(id, 1n), await inputOf(id, 2n)]).toEqual([{ n: 2, m: 3 }, 'second']);
  });

  test('is what the worker that starts it gets', async () => {
    await registerType(fixture.database, 'to-come');
    const id = await fixture.create({ type: 'to-come', input: 'old' });
    await change(id, 'new');
    const worker = await testWorker(fixture.database, [{ type: 'to-come' }]);
    expect((await worker.claim()).map(({ input }) => input)).toEqual(['"new"']);
  });

  test('is refused once it has started, and nothing else of the update happens', async () => {
    const id = await fixture.create({ input: 'old' });
    const { etag } = await fixture.engine.getTask(id);
    expect(await holdTask(fixture.database, id)).toBeDefined();
    const refused = fixture.engine.updateTask(id, { input: 'new', name: 'x' }, sighted, undefined, replace);
    await expect(refused).rejects.toMatchObject({
      code: 'InvalidTransition',
      message: expect.stringContaining('the run has started'),
    });
    await endTask(fixture.database, id);
    await expect(change(id, 'new')).rejects.toMatchObject({ code: 'InvalidTransition' });
    expect(await fixture.engine.getTask(id)).toMatchObject({ input: 'old', etag });
  });

  test('is not missed by a claim that began before the change', async () => {
    const id = await fixture.create({ input: 'old' });
    const locked = await fixture.database.begin(async (transaction) => {
      await transaction`declare claims cursor for select t.input, a.task_key
        from task t, lateral (select * from active_run where task_key = t.key offset 0 for update skip locked) a
        where t.id = ${id}`;
      await change(id, 'new');
      return transaction`fetch all from claims`;
    });
    expect(locked).toEqual([]);
  });

  test('keeps all else of the run', async () => {
    const id = await fixture.create({ input: 'old', queue: 'q', priority: 3 });
    const row = async () =>
      (
        await fixture.database`
      select to_jsonb(a) - 'ready_key' as run from active_run a join task t on t.key = a.task_key where t.id = ${id}`
      )[0];
    const before = await row();
    await change(id, 'new');
    expect(await row()).toEqual(before);
  });

  test('is found in an index of values', async () => {
    await registerType(fixture.database, 'indexed-to-come');
    await fixture.engine.createValueIndex({ path: '/input/total', type: 'indexed-to-come' }, ada);
    const id = await fixture.create({ type: 'indexed-to-come', input: { total: 1 } });
    await change(id, { total: 7 });
    const entries = await fixture.database`
      select e.number::float8 from value_entry e join task t on t.key = e.task_key where t.id = ${id}`;
    expect(entries).toEqual([{ number: 7 }]);
  });

  test('is not changed without sensitive/read beside kept results or hidden events', async () => {
    const refused = { code: 'InsufficientScope', message: expect.stringContaining('sensitive/read') };
    const id = await fixture.create({ input: 'old', sensitive: ['/events/card'] });
    expect((await change(id, 'new', replace, ada)).input).toBe('new');
    await fixture.engine.raiseEvent(id, 'card', 4111, sighted);
    await expect(change(id, 'thief', replace, ada)).rejects.toMatchObject(refused);
    expect((await change(id, 'mine', replace)).input).toBe('mine');
    const held = await heldTask(fixture.database, id);
    const steps = [0, 1].map((sequence) => stepOf(held.run, { sequence, name: `step ${sequence}` }));
    await flushJournal(fixture.database, held.owner, [held.run], steps, undefined, null);
    await endTask(fixture.database, id);
    await fixture.engine.forkRun(id, 1n, { fromSequence: 1 }, sighted);
    await expect(change(id, 'thief', replace, ada)).rejects.toMatchObject(refused);
  });
});
