import { expect, test } from 'vitest';
import { limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { flushJournal } from '../run/flush.ts';
import { heldTask, moveOf, stepOf } from '../testing/claims-by-hand.ts';
import { ada, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
const most = limits.unconsumedEvents;

/** Raises as many events on the current run of a task as it may have. */
async function fill(id: string): Promise<void> {
  await fixture.engine.raiseEvent(id, 'unread', 1, ada);
  await fixture.owner`
    insert into external_event (task_key, name, data, raised_by, run_count)
    select task_key, 'unread', '1', 'ada', run_count
    from external_event, generate_series(1, ${most - 1}) where task_key = (select key from task where id = ${id})`;
}

const raise = (id: string, name = 'unread') => fixture.engine.raiseEvent(id, name, 1, ada);
const refused = {
  code: 'LimitExceeded',
  message: `the run has ${most} events that it has not consumed, the limit (unconsumedEvents) is ${most}`,
};

test('a run has a bounded number of events that it has not consumed', async () => {
  const id = await fixture.create();
  const other = await fixture.create();
  await fill(id);
  await expect(raise(id)).rejects.toMatchObject(refused);
  await raise(other);
  await fixture.owner`
    update external_event set consumed_on = now(), consumed_run_count = 1, consumed_sequence = 1
    where id = (select min(id) from external_event where task_key = (select key from task where id = ${id}))`;
  await raise(id);
  await expect(raise(id)).rejects.toMatchObject(refused);
  await endTask(fixture.database, id);
  await expect(raise(id), 'of its last run, when the task has ended').rejects.toMatchObject(refused);
  await fixture.engine.rerunTask(id, {}, ada);
  expect(await raise(id)).toMatchObject({ runCount: 2 });
});

test('the event that a run waits for is taken although it has too many others', async () => {
  await registerType(fixture.database, 'waits');
  const id = await fixture.create({ type: 'waits' });
  await fill(id);
  const { owner, run } = await heldTask(fixture.database, id, 'w1');
  const wait = { name: 'approval', stepKind: 'event', status: 'waiting', eventName: 'approval' } as const;
  const entries = [
    stepOf(run, { ...wait, output: null, endedAt: null }),
    moveOf(run, 'waiting', { waitKind: 'event', waitName: 'approval', waitSequence: 0 }),
  ];
  await flushJournal(fixture.database, owner, [run], entries, undefined, null);
  await expect(raise(id)).rejects.toMatchObject(refused);
  await raise(id, 'approval');
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'queued' });
  await expect(raise(id, 'approval'), 'it waits for one').rejects.toMatchObject(refused);
});
