import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { heldBy, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');

test('a flush that registers a wait of a run does not wait for the worker to which it has lost the run', async () => {
  const { database, engine } = fixture;
  const id = await fixture.create();
  const [first, second] = [await testWorker(database, [{}], 'first'), await testWorker(database, [{}], 'second')];
  const run = heldBy(await first.claimOne());
  await engine.pauseTask(id, ada);
  await engine.resumeTask(id);
  await second.claimOne();
  await database.begin(async (transaction) => {
    await transaction`select from active_run where task_key = ${run.taskKey} for key share`; // as flushes of the second do
    const wait = { name: 'go', stepKind: 'event', status: 'waiting', eventName: 'go' } as const;
    const answers = await first.flush([
      stepOf(run, { ...wait, output: null, endedAt: null }),
      { kind: 'wait', run, sequence: 0, waitKind: 'event', target: 'go', passesEventsOn: false, settle: () => {} },
    ]);
    expect(answers).toMatchObject([{ outcome: 'refused', value: 'running' }]);
  });
}, 10_000);
