import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StepCall, StepOptions } from '../definition/definition.ts';
import { NonRetryableError, StepFailedError, StepTimeoutError } from '../definition/failures.ts';
import { toTaskError } from '../testing/errors-by-hand.ts';
import type { OpenStep } from './host.ts';
import type { StepEntry } from './journal-entry.ts';
import { outputText } from './output.ts';
import type { RecordedStep } from './read-journal.ts';
import { type SteppingRun, StepRunner } from './step-runner.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  vi.useRealTimers();
});

const stepAt = (more: Partial<RecordedStep>): RecordedStep => ({
  ...{ task_key: 1, sequence: 3, name: 'a', kind: 'step', status: 'running', attempt: 1, attempts: null },
  ...{ output: null, error: null, started_ago: 4_000, wake_in: null, event_name: null, child_task_id: null },
  call_order: null,
  ...more,
});

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A run without a database, whose journal has this step. */
function startRun(recorded?: RecordedStep) {
  const entries: StepEntry[] = [];
  const said: string[] = [];
  const say = (what: string) => () => void said.push(what);
  const abort = new AbortController();
  const run: Writable<SteppingRun> = {
    ...{ taskKey: 1, runCount: 2, fence: 1, taskId: 't', parentKey: null, isReleased: false, isUnstorable: false },
    ...{ failUnstorable() {}, loseClaim() {}, moveCommitted() {} },
    isOver: false,
    unfinished: { begin() {}, end() {} },
    signal: abort.signal,
    host: { openSteps: new Set<OpenStep>(), owner: { key: 1, name: 'w' }, timeOf: (at: number) => `at ${at}` },
    waits: {
      async forTime(kind: string, entry: StepEntry, dueAt: number, isJournaled: boolean) {
        said.push(`waits as ${kind} ${entry.sequence} ${isJournaled}`);
        await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
      },
    },
    place: (name: string, kind: string) => {
      said.push(`places ${kind} ${name}`);
      return { sequence: 3, name, recorded };
    },
    replay: { handover: { turnOf: () => undefined }, diverge: say('diverges') },
    ...{ enterStep: say('enters'), suspendStep: say('suspends'), leaveStep: say('leaves') },
    record: (entry: StepEntry) => void entries.push({ ...entry }),
    journalCommitted: () => Promise.resolve(),
    haltHandler: <T>() => Promise.reject<T>(new Error('halted')),
    toJson: (value: unknown, what: string) => outputText(value, what, (text) => text),
    errorOf: (thrown: unknown, step: string) => toTaskError(thrown, { type: 'order' }, step),
    noteFailure: (failure: Error, entry: StepEntry) => void said.push(`notes ${failure.message} of ${entry.sequence}`),
  };
  const runner = new StepRunner(run);
  return {
    ...{ run, entries, said },
    step: <T>(call: (step: StepCall) => T | Promise<T>, options?: StepOptions) => {
      const result = runner.run('a', call, options);
      result.catch(() => {});
      return result;
    },
  };
}
const fails =
  (message = 'no') =>
  () => {
    throw new Error(message);
  };
const retry = (initialIntervalInMs: number, maximumAttempts = 3) => ({
  retry: { maximumAttempts, initialIntervalInMs, backoffCoefficient: 2, maximumIntervalInMs: 60_000 },
});

describe('a step that is recorded', () => {
  test('as succeeded gives its result and is not called', async () => {
    const { step, said, entries } = startRun(stepAt({ status: 'succeeded', output: '{"n":1}' }));
    expect(await step(fails())).toEqual({ n: 1 });
    expect([said, entries]).toEqual([['places step a'], []]);
  });

  test('as failed throws its failure, which is noted with its row', async () => {
    const error = { name: 'Known', message: 'no', fingerprint: 'f', stack: 'at a' };
    const recorded = stepAt({ status: 'failed', attempt: 2, attempts: '[]', error: JSON.stringify(error) });
    const { run, step, entries } = startRun(recorded);
    const noted: StepEntry[] = [];
    run.noteFailure = (_, entry) => void noted.push(entry);
    const failure = await step(() => 1).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StepFailedError);
    expect(failure).toMatchObject({ name: 'Known', message: 'no', step: 'a', failure: error, stack: 'at a' });
    expect(noted).toMatchObject([
      { sequence: 3, name: 'a', status: 'failed', attempt: 2, attempts: '[]', error: recorded.error, startedAt: 6_000 },
    ]);
    expect(entries).toEqual([]);
    await expect(startRun(stepAt({ status: 'failed' })).step(() => 1)).rejects.toMatchObject({ name: 'Error' });
  });

  test('as running is called again, as its next attempt, from its first start', async () => {
    const attempts = [{ attempt: 1, startedOn: 'then', endedOn: 'then', worker: 'v' }];
    const { step, said, entries } = startRun(stepAt({ attempts: JSON.stringify(attempts), wake_in: 5_000 }));
    expect(await step(({ attempt }) => attempt)).toBe(2);
    const second = { attempt: 2, startedOn: 'at 10000', endedOn: 'at 10000', worker: 'w' };
    expect(entries).toMatchObject([
      { status: 'succeeded', attempt: 2, startedAt: 6_000, attempts: JSON.stringify([...attempts, second]) },
    ]);
    expect(said).toEqual(['places step a', 'enters', 'leaves']);
  });

  test('as to be retried is called when its time has come, and what follows may differ', async () => {
    const { step, said, entries } = startRun(stepAt({ status: 'retrying', wake_in: 300, attempts: '[]' }));
    const result = step(() => performance.now());
    await vi.advanceTimersByTimeAsync(299);
    expect(entries).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(10_300);
    expect(said).toEqual(['places step a', 'enters', 'diverges', 'leaves']);
    const late = startRun(stepAt({ status: 'retrying', wake_in: -300 }));
    expect(await late.step(() => performance.now())).toBe(10_300);
  });
});

describe('a new step', () => {
  test('is recorded with its result, which is what its JSON says', async () => {
    const { step, said, entries } = startRun();
    const result = await step(async () => {
      await vi.advanceTimersByTimeAsync(50);
      return { on: new Date(0), left: undefined };
    });
    expect(result).toEqual({ on: '1970-01-01T00:00:00.000Z' });
    expect(entries).toMatchObject([
      {
        ...{ sequence: 3, name: 'a', stepKind: 'step', status: 'succeeded', attempt: 1, attempts: null, error: null },
        ...{ output: '{"on":"1970-01-01T00:00:00.000Z"}', startedAt: 10_000, endedAt: 10_050, wakeAt: null },
      },
    ]);
    expect(said).toEqual(['places step a', 'enters', 'leaves']);
  });

  test('knows its attempt, its key, and the signal of its run', async () => {
    const { run, step } = startRun();
    const known = await step(({ attempt, idempotencyKey, signal }) => [attempt, idempotencyKey, signal === run.signal]);
    expect(known).toEqual([1, 't/2/3', true]);
  });

  test('is open while its function runs, and can be shown as running', async () => {
    const { run, step, entries } = startRun();
    await step(() => {
      const [open] = run.host.openSteps;
      expect([run.host.openSteps.size, open?.startedAt, open?.isAnnounced]).toEqual([1, 10_000, false]);
      open?.announce();
    });
    expect(run.host.openSteps.size).toBe(0);
    expect(entries.map(({ status }) => status)).toEqual(['running', 'succeeded']);
    await step(fails()).catch(() => {});
    expect(run.host.openSteps.size).toBe(0);
  });

  test('that fails is recorded, noted and thrown', async () => {
    const { step, said, entries } = startRun();
    const cause = new Error('no');
    const failure = await step(() => Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StepFailedError);
    expect(failure).toMatchObject({ step: 'a', message: 'no', cause });
    const [failed] = entries;
    expect(failed).toMatchObject({ status: 'failed', attempt: 1, output: null, endedAt: 10_000, wakeAt: null });
    expect(JSON.parse(failed?.error ?? '')).toMatchObject({ message: 'no', step: 'a' });
    expect(JSON.parse(failed?.attempts ?? '')).toMatchObject([{ attempt: 1, error: { message: 'no' } }]);
    expect(said).toEqual(['places step a', 'enters', 'notes no of 3', 'leaves']);
  });

  test('whose result is no JSON fails', async () => {
    const { step, entries } = startRun();
    const circle: { self?: object } = {};
    circle.self = circle;
    await expect(step(() => circle)).rejects.toBeInstanceOf(StepFailedError);
    expect(entries).toMatchObject([{ status: 'failed' }]);
  });

  test('starts after what the handler has received is committed', async () => {
    const { run, step } = startRun();
    const committed = Promise.withResolvers<void>();
    run.journalCommitted = () => committed.promise;
    const call = vi.fn();
    const result = step(call);
    await vi.advanceTimersByTimeAsync(100);
    expect(call).not.toHaveBeenCalled();
    committed.resolve();
    await result;
    expect(call).toHaveBeenCalledOnce();
  });
});

describe('a step with attempts left', () => {
  test('is tried again after each delay, and records all attempts', async () => {
    const { step, said, entries } = startRun();
    let calls = 0;
    const result = step(() => {
      calls += 1;
      if (calls < 3) throw new Error(`no ${calls}`);
      return calls;
    }, retry(100));
    await vi.advanceTimersByTimeAsync(99);
    expect(calls).toBe(1);
    expect(entries).toMatchObject([{ status: 'retrying', attempt: 1, wakeAt: 10_100, endedAt: null }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toBe(2);
    expect(entries[1]).toMatchObject({ status: 'retrying', attempt: 2, wakeAt: 10_300, startedAt: 10_000 });
    await vi.advanceTimersByTimeAsync(200);
    expect(await result).toBe(3);
    expect(entries[2]).toMatchObject({ status: 'succeeded', attempt: 3, output: '3' });
    expect(JSON.parse(entries[2]?.attempts ?? '')).toMatchObject([
      { attempt: 1, startedOn: 'at 10000', error: { message: 'no 1' } },
      { attempt: 2, startedOn: 'at 10100', error: { message: 'no 2' } },
      { attempt: 3, startedOn: 'at 10300' },
    ]);
    expect(said).toEqual(['places step a', 'enters', 'leaves']);
  });

  test.each([
    [500, ['enters', 'leaves']],
    [501, ['enters', 'suspends', 'waits as step 3 true', 'enters', 'leaves']],
  ])('that waits %i ms in between lets its run leave memory when that is long', async (delay, expected) => {
    const { step, said } = startRun();
    let calls = 0;
    const result = step(() => {
      calls += 1;
      if (calls === 1) throw new Error('no');
    }, retry(delay));
    await vi.advanceTimersByTimeAsync(delay);
    await result;
    expect(said.slice(1)).toEqual(expected);
  });

  test('waits at least a moment, and gives up after the last one or a final error', async () => {
    const { step, entries } = startRun();
    const result = step(fails(), retry(0));
    await vi.advanceTimersByTimeAsync(0);
    expect(entries).toMatchObject([{ status: 'retrying', wakeAt: 10_001 }]);
    await vi.advanceTimersByTimeAsync(2);
    await expect(result).rejects.toBeInstanceOf(StepFailedError);
    expect(entries.map(({ status }) => status)).toEqual(['retrying', 'retrying', 'failed']);
    const final = startRun();
    await expect(final.step(() => Promise.reject(new NonRetryableError('never')), retry(0))).rejects.toThrow('never');
    expect(final.entries.map(({ status }) => status)).toEqual(['failed']);
  });
});

describe('a step of a run that is over meanwhile', () => {
  test.each([
    ['returned', () => 1],
    ['failed', fails()],
  ])('is not recorded when it has %s', async (_, end) => {
    const { run, step, said, entries } = startRun();
    const result = step(() => {
      run.isOver = true;
      return end();
    }, retry(0));
    await expect(result).rejects.toThrow('halted');
    expect([entries, said.at(-1), run.host.openSteps.size]).toEqual([[], 'leaves', 0]);
  });
});

describe('a step with a time limit', () => {
  test('fails at the limit, which its signal tells', async () => {
    const { step, entries } = startRun();
    let signal: AbortSignal | undefined;
    const result = step(
      (call) => {
        signal = call.signal;
        return new Promise(() => {});
      },
      { timeoutInMs: 100 },
    );
    await vi.advanceTimersByTimeAsync(99);
    expect([signal?.aborted, entries]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).rejects.toMatchObject({
      name: 'StepTimeoutError',
      message: 'step "a" took longer than 100 ms',
    });
    expect(signal?.reason).toBeInstanceOf(StepTimeoutError);
  });

  test('knows its attempt and key, and leaves no timer behind', async () => {
    const { step } = startRun();
    expect(await step((call) => [call.attempt, call.idempotencyKey], { timeoutInMs: 100 })).toEqual([1, 't/2/3']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
