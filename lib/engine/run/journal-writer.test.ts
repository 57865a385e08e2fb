import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { endOf, heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { JournalWriter } from './journal-writer.ts';

const fixture = started(startEngine, 'end');

test("of a run that is out of its worker's hands, its move and its end are still written, and no step", async () => {
  const { database, engine } = fixture;
  const worker = await testWorker(database, [{ type: 'order' }]);
  const writer = new JournalWriter({
    ...{ database, owner: worker.owner, heartbeatIntervalInMs: 60_000 },
    heartbeat: () => ({ leaseInMs: 60_000, busy: 0, memoryBytes: 0 }),
    onBadRun: (_, error) => expect.unreachable(error.message),
    onTrouble: (error) => expect.unreachable(error.message),
    ...{ onLeaseLost() {}, onScheduled() {}, onCommit() {} },
  });
  const released = async () => {
    await engine.createTask(config({}), ada);
    return { ...heldBy(await worker.claimOne()), isReleased: true };
  };
  const [moved, ended] = [await released(), await released()];
  for (const entry of [stepOf(moved), moveOf(moved, 'queued'), stepOf(ended), endOf(ended)]) writer.write(entry);
  await writer.drain();
  const statusOf = async ({ taskId }: { taskId: string }) => (await engine.getTask(taskId)).status;
  expect([await statusOf(moved), await statusOf(ended)]).toEqual(['queued', 'succeeded']);
  expect(await database`select from step`).toHaveLength(0);
});
