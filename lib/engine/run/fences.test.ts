import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keptRuns } from '#database';
import { started } from '../../contract/testing/started.ts';
import { holdRuns, recordCalls } from '../ctx-state/state-rows.ts';
import { openRunLocks } from '../locks/run-locks.ts';
import { endOf, heldBy, moveOf, stepOf, type TestClaim, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { childCreator } from '../worker/children.ts';
import { findLostRuns } from '../worker/find-lost-runs.ts';

const fixture = started(startEngine, 'end');
let worker: Awaited<ReturnType<typeof testWorker>>;
beforeEach(async () => {
  await fixture.database`delete from active_run`;
  worker = await testWorker(fixture.database, [{ type: 'order' }]);
});

async function claimOne(): Promise<TestClaim> {
  const claim = await worker.claimOne();
  return heldBy(claim);
}

async function created(id?: string): Promise<TestClaim> {
  await fixture.engine.createTask(config({ ...(id !== undefined && { id }) }), ada);
  return claimOne();
}

async function pausedAndResumed(claim: TestClaim): Promise<void> {
  await fixture.engine.pauseTask(claim.taskId, ada);
  await fixture.engine.resumeTask(claim.taskId);
}

/** Everything that a claim of the run can have written. */
async function traces(claim: TestClaim) {
  const [row] = await fixture.database`
    select (select count(*) from step where task_key = ${claim.taskKey})::integer as steps,
      (select count(*) from log_entry where task_key = ${claim.taskKey})::integer as logs,
      (select count(*) from external_event where task_key = ${claim.taskKey} and consumed_on is not null)::integer as events,
      (select count(*) from task where parent_key = ${claim.taskKey})::integer as children,
      (select count(*) from held_lock where task_key = ${claim.taskKey})::integer as locks,
      (select count(*) from lock_waiter where task_key = ${claim.taskKey})::integer as waiters,
      (select status from active_run where task_key = ${claim.taskKey}) as status`;
  return row;
}
const nothing = { steps: 0, logs: 0, events: 0, children: 0, locks: 0, waiters: 0 };

const logOf = (run: TestClaim) => ({
  kind: 'log' as const,
  run,
  attempt: 1,
  sequence: null,
  level: 'info' as const,
  message: 'late',
  fields: null,
  loggedAt: performance.now(),
});
const waitOf = (run: TestClaim, settle: () => void = () => {}) => ({
  kind: 'wait' as const,
  run,
  sequence: 0,
  waitKind: 'event' as const,
  target: 'go',
  passesEventsOn: false,
  settle,
});

/** A run that waits for the event `go` and that its worker kept in memory. */
async function waiting(): Promise<TestClaim> {
  const claim = await created();
  const wait = { waitKind: 'event', waitSequence: 0, waitName: 'go' } as const;
  await worker.flush([moveOf(claim, 'waiting', { ...wait, isKept: true })]);
  return claim;
}

describe('a run that its worker kept', () => {
  const resume = (run: TestClaim) => worker.flush([{ kind: 'resume', run }, waitOf(run)]);
  const stateOf = async ({ taskKey }: TestClaim) => {
    const [row] = await fixture.database`
      select status, worker_key, wait_kind, wait_name, waiting_since from active_run where task_key = ${taskKey}`;
    return row;
  };
  const held = () => ({ status: 'running', worker_key: worker.owner.key, ...noWait });
  const noWait = { wait_kind: null, wait_name: null, waiting_since: null };

  test('is taken up again while it waits and when it is queued', async () => {
    const [early, late] = [await waiting(), await waiting()];
    await fixture.engine.raiseEvent(late.taskId, 'go', 1, ada);
    expect(await stateOf(late)).toMatchObject({ status: 'queued' });
    expect(await resume(early)).toEqual([]);
    expect(await resume(late)).toMatchObject([{ outcome: 'event', value: '1' }]);
    for (const run of [early, late]) expect(await stateOf(run)).toEqual(held());
  });

  test('is refused after another claim, a pause or an end, and stays as it is', async () => {
    const [claimed, paused, ended] = [await waiting(), await waiting(), await waiting()];
    await fixture.engine.raiseEvent(claimed.taskId, 'go', 1, ada);
    const other = await claimOne();
    const wait = { waitKind: 'event', waitSequence: 0, waitName: 'go' } as const;
    await worker.flush([moveOf(other, 'waiting', wait)]);
    await fixture.engine.pauseTask(paused.taskId, ada);
    await fixture.engine.cancelTask(ended.taskId);
    await fixture.engine.rerunTask(ended.taskId, {}, ada);
    await fixture.database`
      update active_run set status = 'waiting', fence = ${ended.fence} where task_key = ${ended.taskKey}`;
    for (const run of [claimed, paused, ended]) {
      const before = await stateOf(run);
      expect(await resume(run)).toMatchObject([{ outcome: 'refused' }]);
      expect(await stateOf(run)).toEqual(before);
    }
  });

  test('is named with its worker to those who claim, unless it was not kept', async () => {
    const kept = await waiting();
    const other = await created();
    await worker.flush([moveOf(other, 'waiting', { waitKind: 'event', waitSequence: 0, waitName: 'go' })]);
    const notices: string[] = [];
    const listening = await fixture.database.listen('taskdeck_work', (payload) => void notices.push(payload));
    for (const { taskId } of [kept, other]) await fixture.engine.raiseEvent(taskId, 'go', 1, ada);
    await vi.waitFor(() => expect(notices).toHaveLength(2));
    expect(keptRuns(notices[0] ?? '')).toEqual([{ taskKey: kept.taskKey, workerKey: worker.owner.key }]);
    expect(notices[1]).toBe('');
    await listening.unlisten();
  });

  test('is named by the end of the child for which it waits', async () => {
    const child = await created();
    const parent = await created();
    const wait = { waitKind: 'task', waitSequence: 0, waitTaskId: child.taskId } as const;
    await worker.flush([moveOf(parent, 'waiting', { ...wait, isKept: true })]);
    const notices: string[] = [];
    const listening = await fixture.database.listen('taskdeck_work', (payload) => void notices.push(payload));
    await worker.flush([endOf(child)]);
    await vi.waitFor(() => expect(notices).toHaveLength(1));
    expect(keptRuns(notices[0] ?? '')).toEqual([{ taskKey: parent.taskKey, workerKey: worker.owner.key }]);
    await listening.unlisten();
  });
});

describe('a refused flush says what became of the run', () => {
  test('of one that was cancelled', async () => {
    const claim = await created();
    await fixture.engine.cancelTask(claim.taskId);
    expect(await worker.flush([stepOf(claim)])).toMatchObject([{ outcome: 'refused', value: 'cancelled' }]);
  });

  test('of one that is paused', async () => {
    const claim = await created();
    await fixture.engine.pauseTask(claim.taskId, ada);
    expect(await worker.flush([stepOf(claim)])).toMatchObject([{ outcome: 'refused', value: 'paused' }]);
  });

  test('of one that is gone', async () => {
    const claim = await created();
    await fixture.engine.deleteTask(claim.taskId, { force: true });
    expect(await worker.flush([stepOf(claim)])).toMatchObject([{ outcome: 'refused', value: null }]);
  });
});

describe('a flush is refused', () => {
  test.each<[string, (claim: TestClaim) => TestClaim | Promise<TestClaim>]>([
    ['of another run of the task', (claim) => ({ ...claim, runCount: claim.runCount + 1 })],
    ['of another claim of the run', (claim) => ({ ...claim, fence: claim.fence + 1 })],
    ['of another task', (claim) => ({ ...claim, taskKey: claim.taskKey + 1 })],
    [
      'of a run that is not running, though nobody else has taken it',
      async (claim) => {
        await fixture.database`update active_run set status = 'paused' where task_key = ${claim.taskKey}`;
        return claim;
      },
    ],
    [
      'of a run that another worker has',
      async (claim) => {
        const other = await testWorker(fixture.database, [{}], 'other');
        await fixture.database`
          update active_run set worker_key = ${other.owner.key} where task_key = ${claim.taskKey}`;
        return claim;
      },
    ],
  ])('%s', async (_, changed) => {
    const claim = await created();
    const answer = await worker.flush([stepOf(await changed(claim))]);
    expect(answer).toMatchObject([{ outcome: 'refused' }]);
    expect(await traces(claim)).toMatchObject(nothing);
  });
});

describe('after a pause and a resume on the same worker, the earlier claim', () => {
  let old: TestClaim;
  let current: TestClaim;
  beforeEach(async () => {
    old = await created();
    await pausedAndResumed(old);
    current = await claimOne();
    expect(current.taskKey).toBe(old.taskKey);
    expect(current.fence).toBeGreaterThan(old.fence);
  });

  const refused = { outcome: 'refused', run_position: 1 };

  test('flushes no step and no log', async () => {
    expect(await worker.flush([stepOf(old), logOf(old)])).toMatchObject([refused]);
    expect(await worker.flush([stepOf(old, { isNew: true })])).toMatchObject([refused]);
    expect(await traces(old)).toEqual({ ...nothing, status: 'running' });
  });

  test('does not end the run', async () => {
    expect(await worker.flush([endOf(old, { isUntidy: true })])).toMatchObject([refused]);
    expect(await traces(old)).toEqual({ ...nothing, status: 'running' });
  });

  test('does not move the run', async () => {
    expect(await worker.flush([moveOf(old, 'retrying')])).toMatchObject([refused]);
    expect(await fixture.engine.getTask(old.taskId)).toMatchObject({ status: 'running', attempt: 1 });
  });

  test('consumes no event: the later claim gets it', async () => {
    await fixture.engine.raiseEvent(old.taskId, 'go', 'value', ada);
    expect(await worker.flush([waitOf(old)])).toMatchObject([refused]);
    expect(await traces(old)).toEqual({ ...nothing, status: 'running' });
    expect(await worker.flush([waitOf(current)])).toMatchObject([{ outcome: 'event', value: '"value"' }]);
  });

  test('is refused alone: the other runs of its flush are written', async () => {
    const other = await created();
    expect(await worker.flush([stepOf(other), stepOf(old, { name: 'late' })])).toMatchObject([
      { outcome: 'refused', run_position: 2 },
    ]);
    expect(await traces(old)).toMatchObject({ steps: 0 });
    expect(await traces(other)).toMatchObject({ steps: 1 });
  });

  test('creates no child', async () => {
    const create = childCreator(fixture.database);
    const ofOld = create(
      old,
      worker.owner.key,
      { sequence: 0, name: 'create order', callOrder: null },
      { type: 'order', id: 'late-child' },
      new Set(),
    );
    await expect(ofOld).rejects.toMatchObject({ reason: 'leaseLost' });
    expect(old.isRefused).toBe(true);
    expect(await traces(old)).toEqual({ ...nothing, status: 'running' });
    await create(
      current,
      worker.owner.key,
      { sequence: 0, name: 'create order', callOrder: null },
      { type: 'order', id: 'child' },
      new Set(),
    );
    expect(await traces(old)).toMatchObject({ children: 1, steps: 1 });
  });

  test('takes and frees no lock', async () => {
    const locks = openRunLocks(fixture.database, () => worker.owner);
    const step = { sequence: 0, name: 'lock desk', callOrder: null, lockName: 'desk' };
    await expect(locks.acquire({ run: old, ...step })).rejects.toMatchObject({ reason: 'leaseLost' });
    expect(old.isRefused).toBe(true);
    expect(await traces(old)).toEqual({ ...nothing, status: 'running' });
    const taken = await locks.acquire({ run: current, ...step });
    const token = 'fencingToken' in taken ? taken.fencingToken : 0;
    await expect(locks.release({ run: old, ...step }, token, null)).rejects.toMatchObject({ reason: 'leaseLost' });
    expect(await traces(old)).toMatchObject({ locks: 1 });
    await locks.release({ run: current, ...step }, token, null);
    expect(await traces(old)).toMatchObject({ locks: 0 });
  });

  test('commits no call of ctx.state', async () => {
    const answer = { status: 'succeeded' as const, output: null, error: null, attempts: null, accesses: [] };
    const callOf = (run: TestClaim) => ({ run, entry: stepOf(run), operation: { kind: 'read' as const, answer } });
    const rows = await fixture.database.begin((transaction) =>
      holdRuns(transaction, worker.owner, [callOf(old), callOf(current)]),
    );
    expect(rows.map(({ position }) => position)).toEqual([1]);
  });

  test('is told that it lost the run; the later one is not', async () => {
    expect(await findLostRuns(fixture.database, worker.owner.key, [old, current])).toEqual([
      { taskKey: old.taskKey, fence: old.fence, reason: 'leaseLost' },
    ]);
  });
});

describe('a worker whose lease was lost', () => {
  let claim: TestClaim;
  beforeEach(async () => {
    claim = await created();
    await fixture.database`update worker set is_expired = true where key = ${worker.owner.key}`;
  });

  test('flushes nothing and does not renew its lease', async () => {
    const before = await fixture.database`select expires_on from worker where key = ${worker.owner.key}`;
    await expect(worker.flush([stepOf(claim)], { leaseInMs: 900_000 })).rejects.toMatchObject({ code: 'TDL01' });
    expect(await traces(claim)).toEqual({ ...nothing, status: 'running' });
    expect(await fixture.database`select expires_on from worker where key = ${worker.owner.key}`).toEqual(before);
  });

  test('claims nothing', async () => {
    await fixture.engine.createTask(config(), ada);
    expect(await worker.claim()).toEqual([]);
  });

  test('creates no child, takes no lock, commits no call of ctx.state', async () => {
    const child = childCreator(fixture.database)(
      claim,
      worker.owner.key,
      { sequence: 0, name: 'create order', callOrder: null },
      { type: 'order' },
      new Set(),
    );
    await expect(child).rejects.toMatchObject({ reason: 'leaseLost' });
    const lock = openRunLocks(fixture.database, () => worker.owner).acquire({
      run: claim,
      sequence: 0,
      name: 'lock desk',
      callOrder: null,
      lockName: 'desk',
    });
    await expect(lock).rejects.toMatchObject({ reason: 'leaseLost' });
    const answer = { status: 'succeeded' as const, output: null, error: null, attempts: null, accesses: [] };
    const call = { run: claim, entry: stepOf(claim), operation: { kind: 'read' as const, answer } };
    expect(await fixture.database.begin((transaction) => holdRuns(transaction, worker.owner, [call]))).toEqual([]);
    expect(await traces(claim)).toEqual({ ...nothing, status: 'running' });
  });
});

test.each(['succeeded', 'failed'] as const)(
  'a call of ctx.state that %s stays so when it is announced late',
  async (status) => {
    const claim = await created();
    const answer = { status, output: '1', error: null, attempts: null, accesses: [] };
    const call = {
      run: claim,
      entry: stepOf(claim, { stepKind: 'state' }),
      operation: { kind: 'read' as const, answer },
    };
    await fixture.database.begin((transaction) => recordCalls(transaction, worker.owner, [call], [answer]));
    await worker.flush([stepOf(claim, { stepKind: 'state', status: 'running', output: null, endedAt: null })]);
    const rows =
      await fixture.database`select status, output::text as output from step where task_key = ${claim.taskKey}`;
    expect(rows).toMatchObject([{ status, output: '1' }]);
  },
);

test('a heartbeat renews the lease and tells how busy the worker is', async () => {
  await worker.flush([], { leaseInMs: 3_600_000 });
  const [row] = await fixture.database`
    select busy, memory_bytes, expires_on > now() + interval '59 minutes' as is_renewed from worker
    where key = ${worker.owner.key}`;
  expect(row).toEqual({ busy: 3, memory_bytes: 1_000, is_renewed: true });
});

describe('a claim is told why it lost its run:', () => {
  test.each([
    ['paused', (id: string) => fixture.engine.pauseTask(id, ada)],
    ['cancelled', (id: string) => fixture.engine.cancelTask(id)],
    ['cancelled', (id: string) => fixture.engine.deleteTask(id, { force: true })],
    [
      'timedOut',
      (id: string) =>
        fixture.database`select end_runs(array[(select key from task where id = ${id})], 'timedOut', null)`,
    ],
  ])('%s', async (reason, take) => {
    const claim = await created();
    await take(claim.taskId);
    expect(await findLostRuns(fixture.database, worker.owner.key, [claim])).toEqual([
      { taskKey: claim.taskKey, fence: claim.fence, reason },
    ]);
  });

  test('nothing while it holds it, nor where it ended it or gave it up by itself', async () => {
    const [held, ended, asleep] = [await created(), await created(), await created()];
    await worker.flush([endOf(ended), moveOf(asleep, 'waiting', { waitKind: 'sleep' })]);
    expect(await findLostRuns(fixture.database, worker.owner.key, [held, ended, asleep])).toEqual([]);
  });
});
