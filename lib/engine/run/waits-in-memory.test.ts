import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StepKind } from '#contract';
import { RunInterruptedError } from '../definition/failures.ts';
import { type MoveEntry, type StepEntry, stepEntry, type WaitEntry, type WaitOutcome } from './journal-entry.ts';
import { type WaitingRun, Waits } from './waits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const happened: WaitOutcome = { outcome: 'event', value: '7', failure: null };

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A run without a database: `commit` tells its waits that all that was written is committed. */
function startRun() {
  const recorded: StepEntry[] = [];
  const written: (WaitEntry | MoveEntry)[] = [];
  const said: string[] = [];
  const expected: number[] = [];
  let pending: (() => void)[] = [];
  const run: Writable<WaitingRun> = {
    ...{ taskKey: 1, runCount: 1, fence: 1, taskId: 't', parentKey: null, isReleased: false, isUnstorable: false },
    ...{ failUnstorable() {}, loseClaim() {}, moveCommitted() {} },
    ...{ isOver: false, isBusy: false, passesEventsOn: false, mayBeKept: true },
    host: { expect: (dueAt: number) => void expected.push(dueAt) },
    record: (entry: StepEntry) => void recorded.push(entry),
    write(entry: WaitEntry | MoveEntry) {
      written.push(entry);
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.push(resolve);
      return { committed: promise, isCommitted: false };
    },
    startLeaving: () => void said.push('leaves'),
    stopLeaving: (received: string | null) => void said.push(`goes on with ${received}`),
  };
  const waits = new Waits(run);
  let sequence = 0;
  const entryOf = (stepKind: StepKind, name = 'step') =>
    stepEntry({ run, sequence: sequence++, name, stepKind, status: 'waiting', startedAt: 0 });
  return {
    ...{ run, waits, recorded, said, expected },
    time: (dueIn: number, kind: StepKind = 'sleep') =>
      settled(waits.forTime(kind, entryOf(kind), performance.now() + dueIn, false)),
    target: (kind: 'event' | 'task', target: string, dueIn: number | null = null) =>
      settled(
        waits.forTarget(
          kind,
          entryOf(kind, `wait for ${target}`),
          target,
          dueIn === null ? null : performance.now() + dueIn,
          false,
        ),
      ),
    /** Lets the waits look, and returns what they wrote. */
    async look(afterMs = 0) {
      await vi.advanceTimersByTimeAsync(afterMs);
      return written.splice(0);
    },
    async commit() {
      for (const resolve of pending) resolve();
      pending = [];
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** Follows a promise: what it resolved or rejected with, once it has. */
function settled<T>(promise: Promise<T>) {
  const state: { result?: T | undefined; error?: unknown; isSettled: boolean } = { isSettled: false };
  promise.then(
    (result) => Object.assign(state, { result, isSettled: true }),
    (error: unknown) => Object.assign(state, { error, isSettled: true }),
  );
  return state;
}
const moveIn = (entries: readonly (WaitEntry | MoveEntry)[]) => entries.find((entry) => entry.kind === 'move');
const waitIn = (entries: readonly (WaitEntry | MoveEntry)[]) => entries.find((entry) => entry.kind === 'wait');

describe('a wait for a time', () => {
  test('below 200 ms is spent in memory, and not written', async () => {
    const { time, look, said, recorded } = startRun();
    const wait = time(199);
    expect(await look(198)).toEqual([]);
    expect(wait.isSettled).toBe(false);
    await look(1);
    expect(wait).toEqual({ isSettled: true });
    expect([said, recorded]).toEqual([[], []]);
  });

  test('from 200 ms on lets the run leave memory, to be woken at that time', async () => {
    const { time, look, said, recorded, expected, waits } = startRun();
    const wait = time(200);
    const dueAt = performance.now() + 200;
    const entries = await look();
    expect(entries).toMatchObject([
      { kind: 'move', status: 'waiting', dueAt, waitKind: 'sleep', waitSequence: 0, waitName: 'step', isKept: true },
    ]);
    expect(moveIn(entries)).toMatchObject({ waitTaskId: null });
    expect([said, expected, recorded.length]).toEqual([['leaves'], [dueAt], 1]);
    expect(wait.isSettled).toBe(false);
    expect(waits.isPending).toBe(true);
    expect(await look(10_000), 'written once').toEqual([]);
  });

  test('stays in memory while a step is under way, however long it is', async () => {
    const { run, time, look } = startRun();
    run.isBusy = true;
    const wait = time(60_000);
    expect(await look(59_999)).toEqual([]);
    expect(wait.isSettled).toBe(false);
    await look(1);
    expect(wait.isSettled).toBe(true);
  });

  test('that is over goes on, and the others are looked at again', async () => {
    const { time, look } = startRun();
    const [short, long] = [time(50), time(1_000)];
    const entries = [...(await look(50)), ...(await look(1))];
    expect([short.isSettled, long.isSettled]).toEqual([true, false]);
    expect(moveIn(entries)).toMatchObject({ waitSequence: 1 });
  });

  test('for a lock keeps no run in memory', async () => {
    const { time, look } = startRun();
    time(1_000, 'lock');
    expect(moveIn(await look())).toMatchObject({ waitKind: 'lock', isKept: false });
  });
});

describe('a wait for a target', () => {
  test('asks for it while the run leaves, and names it', async () => {
    const { target, look, said, expected } = startRun();
    target('event', 'go');
    const entries = await look();
    expect(waitIn(entries)).toMatchObject({ waitKind: 'event', target: 'go', sequence: 0, passesEventsOn: false });
    expect(moveIn(entries)).toMatchObject({ waitKind: 'event', waitName: 'go', waitTaskId: null, dueAt: null });
    expect([said, expected]).toEqual([['leaves'], []]);
  });

  test('that is a task names the task', async () => {
    const { run, waits, target, look } = startRun();
    run.passesEventsOn = true;
    run.mayBeKept = false;
    waits.children.add('child');
    target('task', 'child');
    const entries = await look();
    expect(waitIn(entries)).toMatchObject({ waitKind: 'task', target: 'child', passesEventsOn: true });
    expect(moveIn(entries)).toMatchObject({
      ...{ waitKind: 'task', waitName: 'wait for child', waitTaskId: 'child', dueAt: null, isKept: false },
    });
  });

  test('goes on with what had arrived, before the run has left', async () => {
    const { waits, target, look, said } = startRun();
    const wait = target('event', 'go');
    waitIn(await look())?.settle(happened);
    await look();
    expect(wait).toEqual({ isSettled: true, result: happened });
    expect([said, waits.isMet, waits.isPending]).toEqual([['leaves', 'goes on with 7'], true, false]);
    waits.resume();
    expect(waits.isMet).toBe(false);
    expect(await look()).toEqual([]);
  });

  test('and another: the one that arrived goes on, and the other is asked for again', async () => {
    const { waits, target, look } = startRun();
    target('event', 'a');
    const other = target('event', 'b');
    const entries = await look();
    expect(moveIn(entries)).toMatchObject({ waitSequence: null, waitName: 'a' });
    waitIn(entries)?.settle(happened);
    waits.resume();
    expect(await look()).toMatchObject([
      { kind: 'wait', target: 'b' },
      { kind: 'move', waitSequence: 1 },
    ]);
    expect(other.isSettled).toBe(false);
  });

  test('with a time is asked for once more when the time is over, and ends without it', async () => {
    const { waits, target, look, commit, expected } = startRun();
    const wait = target('event', 'go', 1_000);
    const dueAt = performance.now() + 1_000;
    expect(moveIn(await look())).toMatchObject({ dueAt });
    expect(expected).toEqual([dueAt]);
    waits.resume();
    const entries = await look(1_000);
    expect(entries.filter(({ kind }) => kind === 'wait')).toHaveLength(1);
    await look();
    waits.resume();
    expect(await look(), 'asked, and does not leave').toMatchObject([{ kind: 'wait' }]);
    expect(wait.isSettled).toBe(false);
    await commit();
    expect(wait).toEqual({ isSettled: true, result: undefined });
  });

  test('is asked for every 500 ms while a step is under way, and earlier when a time is over', async () => {
    const { run, target, look, commit, said } = startRun();
    run.isBusy = true;
    target('event', 'a');
    expect(await look()).toMatchObject([{ kind: 'wait' }]);
    expect(await look(10_000), 'one question at a time').toEqual([]);
    await commit();
    expect(await look(499)).toEqual([]);
    expect(await look(1)).toMatchObject([{ kind: 'wait', target: 'a' }]);
    const short = target('event', 'b', 100);
    await commit();
    expect(await look(100)).toMatchObject([{ target: 'a' }, { target: 'b' }]);
    await commit();
    expect([short.isSettled, said]).toEqual([true, []]);
  });

  test('that comes while another is asked for is asked for after the answer', async () => {
    const { run, target, look, commit } = startRun();
    run.isBusy = true;
    target('event', 'a');
    await look();
    target('event', 'b');
    expect(await look(10_000)).toEqual([]);
    await commit();
    expect(await look(500)).toMatchObject([{ target: 'a' }, { target: 'b' }]);
  });

  test('lets the run leave once no step is under way any more', async () => {
    const { run, target, look, commit, said } = startRun();
    run.isBusy = true;
    target('event', 'a');
    await look();
    run.isBusy = false;
    await commit();
    expect(said).toEqual(['leaves']);
  });

  test('among several tasks is looked for every second when one is no child', async () => {
    const { waits, target, look, expected } = startRun();
    waits.children.add('child');
    target('task', 'child');
    target('task', 'stranger');
    const dueAt = performance.now() + 1_000;
    expect(moveIn(await look())).toMatchObject({ dueAt, waitTaskId: 'child' });
    expect(expected).toEqual([dueAt]);
  });

  test('among several that are children, or alone, is not looked for', async () => {
    const family = startRun();
    for (const child of ['a', 'b']) {
      family.waits.children.add(child);
      family.target('task', child);
    }
    expect(moveIn(await family.look())).toMatchObject({ dueAt: null });
    const alone = startRun();
    alone.target('task', 'stranger');
    expect(moveIn(await alone.look())).toMatchObject({ dueAt: null });
    const events = startRun();
    for (const name of ['a', 'b']) events.target('event', name);
    expect(moveIn(await events.look())).toMatchObject({ dueAt: null });
  });

  test('comes before a time in what the run says that it waits for', async () => {
    const { time, target, look } = startRun();
    time(5_000);
    target('event', 'go', 9_000);
    expect(moveIn(await look())).toMatchObject({
      ...{ waitKind: 'event', waitName: 'go', waitSequence: null, dueAt: performance.now() + 5_000 },
    });
  });
});

describe('a kept run', () => {
  test('is woken when its time is over, and not before', async () => {
    const { waits, time, look } = startRun();
    time(1_000);
    await look();
    const wake = vi.fn();
    waits.whenTimeIsOver(wake);
    await look(999);
    expect(wake).not.toHaveBeenCalled();
    await look(1);
    expect(wake).toHaveBeenCalledOnce();
  });

  test('without a time is never woken by itself, and one that goes on or ends no longer', async () => {
    const wake = vi.fn();
    const endless = startRun();
    endless.target('event', 'go');
    await endless.look();
    endless.waits.whenTimeIsOver(wake);
    for (const stop of ['goOn', 'clear'] as const) {
      const { waits, target, look } = startRun();
      target('event', 'go', 1_000);
      await look();
      waits.whenTimeIsOver(wake);
      if (stop === 'clear') waits.clear();
      else waits.goOn({ committed: Promise.resolve(), isCommitted: true });
      await look(5_000);
    }
    await endless.look(2 ** 31);
    expect(wake).not.toHaveBeenCalled();
  });

  test('that goes on asks at once for its targets, or looks at its times when it is taken up', async () => {
    const { waits, target, look } = startRun();
    target('event', 'go');
    await look();
    waits.goOn({ committed: Promise.resolve(), isCommitted: true });
    expect(await look()).toMatchObject([{ kind: 'wait', target: 'go' }]);
    const other = startRun();
    const wait = other.time(1_000);
    await other.look(1_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    other.waits.goOn({ committed: promise, isCommitted: false });
    await other.look();
    expect(wait.isSettled).toBe(false);
    resolve();
    await other.look();
    expect(wait.isSettled).toBe(true);
  });
});

test('an interruption rejects all waits, and nothing is looked for any more', async () => {
  const { waits, time, target, look } = startRun();
  const pending = [time(100), target('event', 'go')];
  const by = new RunInterruptedError('cancelled');
  waits.rejectAll(by);
  expect(await look(60_000)).toEqual([]);
  expect(pending.map(({ error }) => error)).toEqual([by, by]);
  expect(waits.isPending).toBe(false);
});

test('a run that is over writes nothing, also when a write is what finds that out', async () => {
  const over = startRun();
  over.run.isOver = true;
  over.target('event', 'go');
  expect(await over.look(60_000)).toEqual([]);
  const lost = startRun();
  const { write } = lost.run;
  lost.run.write = (entry) => {
    lost.run.isOver = true;
    return write(entry);
  };
  lost.target('event', 'go');
  expect(await lost.look(60_000)).toMatchObject([{ kind: 'wait' }]);
  expect(lost.said).toEqual([]);
});

test('more waits at once than a call takes arguments end nothing but themselves', async () => {
  const { time, look, said, expected } = startRun();
  for (let count = 0; count < 150_000; count += 1) time(60_000 + count);
  await look(1);
  expect(said).toEqual(['leaves']);
  expect(expected).toEqual([60_000]);
});
