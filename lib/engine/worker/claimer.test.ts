import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { testWorker } from '../testing/claims-by-hand.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { newKind } from './claim-segments.ts';
import { Claimer } from './claimer.ts';
import { FloorKeeper } from './floor-keeper.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.database`delete from active_run`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const create = (count: number) => Promise.all(Array.from({ length: count }, () => fixture.create()));

/** Claims for a worker whose runs never end. `gate`: what the first batch waits for before it has begun. */
async function claiming(slots: number, gate?: Promise<void>) {
  const { owner } = await testWorker(fixture.database, [{}]);
  const begun: string[] = [];
  let occupied = 0;
  const claimer: Claimer = new Claimer({
    database: fixture.database,
    slots,
    kinds: [newKind('default', 'order', null)],
    filter: { queues: ['default'], types: ['order'] },
    workerKey: () => owner.key,
    leaseInMs: 60_000,
    heldTasks: () => [],
    async begin(claims) {
      for (const { id } of claims) {
        claimer.occupySlot();
        occupied += 1;
        begun.push(id);
      }
      await gate;
    },
    retrying: (work) => work(),
    onTrouble: (error) => expect.unreachable(String(error)),
  });
  return {
    claimer,
    begun,
    /** Resolves when this many runs have begun. */
    hasBegun: (count: number) => expect.poll(() => begun.length, { interval: 5 }).toBe(count),
    free: (count: number) => {
      for (let freed = 0; freed < count; freed += 1) {
        occupied -= 1;
        claimer.freeSlot();
      }
    },
    occupied: () => occupied,
  };
}

test('after full batches a worker looks at everything again, also at what comes before', async () => {
  await create(6);
  const { claimer, begun, hasBegun } = await claiming(8);
  claimer.wake();
  await hasBegun(4); // a look takes half of the slots at most
  const urgent = await fixture.create({ priority: 9 });
  claimer.wakeForMore();
  await hasBegun(7);
  expect(begun).toContain(urgent);
  await claimer.stop();
});

test('a slot that becomes free is used at once while more is queued', async () => {
  await create(6);
  const { claimer, hasBegun, free, occupied } = await claiming(4);
  claimer.wake();
  await hasBegun(2);
  claimer.wakeForMore();
  await hasBegun(4);
  claimer.wakeForMore();
  free(1);
  await hasBegun(5);
  expect(occupied()).toBe(4);
  await claimer.stop();
});

test('a run begins as soon as it has got its concurrency key', async () => {
  await fixture.create({ concurrencyKey: 'customer' });
  const { claimer, hasBegun } = await claiming(4);
  claimer.wake();
  await hasBegun(1);
  await claimer.stop();
});

test('runs that are taken in turn count among those that have a slot', async () => {
  await create(30);
  const { claimer, hasBegun, free, occupied } = await claiming(8);
  claimer.wake();
  await hasBegun(4);
  claimer.wakeForMore();
  await hasBegun(8);
  free(2); // one of the next two is taken in turn
  await hasBegun(10);
  await claimer.stop();
  expect(occupied()).toBe(8);
});

test('a worker that stops takes nothing more, whatever woke it', async () => {
  await create(8);
  const gate = Promise.withResolvers<void>();
  const { claimer, begun, hasBegun } = await claiming(8, gate.promise);
  claimer.wake();
  await hasBegun(4);
  claimer.wake();
  const stopping = claimer.stop();
  claimer.wake();
  gate.resolve();
  await stopping;
  claimer.wake();
  await claimer.stop();
  expect(begun).toHaveLength(4);
});

test.each([
  { queued: 0, isDeep: true },
  { queued: 1, isDeep: false },
])(
  'half a minute after the last deep look, one that finds $queued runs is followed by a deep one: $isDeep',
  async (look) => {
    await create(look.queued);
    vi.useFakeTimers({ toFake: ['performance'] });
    const looks = vi.spyOn(FloorKeeper.prototype, 'look');
    const { claimer } = await claiming(4);
    vi.advanceTimersByTime(31_000);
    claimer.wake();
    await vi.waitFor(() => expect(looks.mock.calls[0]).toEqual([look.isDeep]));
    await claimer.stop();
  },
);
