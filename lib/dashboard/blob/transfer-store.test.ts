import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transfer } from '@/components/blob/transfer.ts';
import { smallFileBytes } from './small-file.ts';
import { createTransferStore, type TransferStore } from './transfer-store.ts';
import type { UploadPlan } from './upload-plan.ts';

type StartedJob = { plan: UploadPlan; tell: (change: Partial<Transfer>) => void; calls: string[] };

let jobs: StartedJob[];
let store: TransferStore;
let isLoading: Promise<void>;

beforeEach(() => {
  jobs = [];
  isLoading = Promise.resolve();
  store = createTransferStore(async () => {
    await isLoading;
    return (plan, tell) => {
      const job: StartedJob = { plan, tell, calls: [] };
      jobs.push(job);
      return {
        run: () => void job.calls.push('run'),
        pause: () => {
          job.calls.push('pause');
          tell({ state: 'paused' });
        },
        cancel: async () => {
          job.calls.push('cancel');
          tell({ state: 'canceled' });
        },
      };
    };
  });
});

const large = new Uint8Array(smallFileBytes + 1);
const plan = (id: string, by: Partial<UploadPlan> = {}): UploadPlan => ({
  storeName: 'shop',
  id,
  file: new File([large], `${id}.txt`),
  ...by,
});
const smallPlan = (id: string) => plan(id, { file: new File(['text'], `${id}.txt`) });
const begun = () => jobs.map((job) => job.plan.id);
const settle = () => new Promise((resolve) => setImmediate(resolve));
const stateOf = (id: string) => store.read().find((transfer) => transfer.id === id)?.state;
const keyOf = (id: string) => store.read().find((transfer) => transfer.id === id)?.key ?? '';
const jobOf = (id: string) => {
  const job = jobs.findLast((one) => one.plan.id === id);
  if (job === undefined) throw new Error(`${id} was not started`);
  return job;
};

describe('the uploads of a page', () => {
  it('send two at a time, the oldest first', async () => {
    store.add(['a', 'b', 'c', 'd'].map((id) => plan(id)));
    await settle();
    expect(jobs.map((job) => job.plan.id)).toEqual(['a', 'b']);
    expect(['a', 'b', 'c', 'd'].map(stateOf)).toEqual(['reading', 'reading', 'waiting', 'waiting']);
    jobOf('a').tell({ state: 'done' });
    await settle();
    expect(jobs.map((job) => job.plan.id)).toEqual(['a', 'b', 'c']);
    jobOf('b').tell({ state: 'failed' });
    await settle();
    expect(stateOf('d')).toBe('reading');
  });

  it('send four small files at a time, and no more than two large ones among them', async () => {
    store.add([plan('large-1'), plan('large-2'), plan('large-3'), ...['a', 'b', 'c'].map(smallPlan)]);
    await settle();
    expect(begun()).toEqual(['large-1', 'large-2', 'a', 'b']);
    jobOf('a').tell({ state: 'done' });
    await settle();
    expect(begun().at(-1), 'a large one waits for a large one').toBe('c');
    jobOf('large-1').tell({ state: 'done' });
    await settle();
    expect(begun().at(-1)).toBe('large-3');
    store.add(['d', 'e', 'f'].map(smallPlan));
    for (const id of ['large-2', 'large-3', 'b', 'c']) jobOf(id).tell({ state: 'done' });
    await settle();
    expect(begun().slice(-3)).toEqual(['d', 'e', 'f']);
  });

  it('let the next one begin while one is paused, and queue it when it goes on', async () => {
    store.add(['a', 'b', 'c'].map((id) => plan(id)));
    await settle();
    store.pause(keyOf('a'));
    await settle();
    expect(stateOf('c')).toBe('reading');
    store.resume(keyOf('a'));
    await settle();
    expect(stateOf('a'), 'two are sending already').toBe('waiting');
    jobOf('c').tell({ state: 'done' });
    await settle();
    expect(jobOf('a').calls, 'the same job goes on').toEqual(['run', 'pause', 'run']);
  });

  it('end the wait of one for its next try, which keeps its turn', async () => {
    store.add(['a', 'b', 'c'].map((id) => plan(id)));
    await settle();
    store.tryNow(keyOf('a'));
    expect(jobOf('a').calls, 'it waits for nothing').toEqual(['run']);
    jobOf('a').tell({ state: 'offline' });
    store.tryNow(keyOf('a'));
    await settle();
    expect(jobOf('a').calls).toEqual(['run', 'run']);
    expect(stateOf('c')).toBe('waiting');
  });

  it('do not send twice to an entry at once', async () => {
    store.add([plan('a'), plan('a'), plan('a', { storeName: 'other' })]);
    store.add([plan('a')]);
    expect(store.read()).toHaveLength(2);
    await settle();
    jobOf('a').tell({ state: 'done' });
    for (const job of jobs) job.tell({ state: 'done' });
    store.add([plan('a')]);
    expect(store.read(), 'again once it has ended').toHaveLength(3);
  });

  it('can be paused and canceled before they have begun', async () => {
    store.add(['a', 'b', 'c', 'd'].map((id) => plan(id)));
    store.pause(keyOf('c'));
    store.cancel(keyOf('d'));
    await settle();
    for (const job of [...jobs]) job.tell({ state: 'done' });
    await settle();
    expect(['c', 'd'].map(stateOf)).toEqual(['paused', 'canceled']);
    expect(jobs).toHaveLength(2);
  });

  it('that are given up while their code is loaded never begin', async () => {
    let load = () => {};
    isLoading = new Promise((resolve) => {
      load = resolve;
    });
    store.add([plan('a')]);
    store.cancel(keyOf('a'));
    load();
    await settle();
    expect(jobs).toEqual([]);
    expect(stateOf('a')).toBe('canceled');
  });

  it('fail when their code cannot be loaded, and can be tried again', async () => {
    isLoading = Promise.reject(new Error('gone'));
    store.add([plan('a')]);
    await settle();
    expect(store.read()[0]).toMatchObject({ state: 'failed', problem: { code: 'Unreachable' } });
    isLoading = Promise.resolve();
    store.resume(keyOf('a'));
    await settle();
    expect(jobOf('a').calls).toEqual(['run']);
    expect(store.read()[0]?.problem).toBeUndefined();
  });

  it('say of one that goes on what has arrived before', () => {
    const unfinished = {
      ...{ uploadId: 'u', storeName: 'shop', id: 'a', contentLength: 4, receivedBytes: 3 },
      expiresOn: '2026-11-22T10:00:00.000Z',
    };
    store.add([plan('a', { replaces: '"1"', unfinished })]);
    expect(store.read()[0]?.sentBytes).toBe(3);
  });

  it('leave the list when they are dismissed; what goes on stays', async () => {
    store.add(['a', 'b', 'c'].map((id) => plan(id)));
    await settle();
    jobOf('a').tell({ state: 'done' });
    jobOf('b').tell({ state: 'failed' });
    store.dismiss(keyOf('b'));
    expect(store.read().map(({ id }) => id)).toEqual(['c', 'a']);
    store.dismissEnded();
    expect(store.read().map(({ id }) => id)).toEqual(['c']);
  });

  it('keep the last 50 that have ended', async () => {
    for (let count = 0; count < 60; count++) {
      store.add([plan(`f${count}`)]);
      await settle();
      jobOf(`f${count}`).tell({ state: 'done' });
    }
    store.add([plan('last')]);
    expect(store.read()).toHaveLength(51);
    expect([stateOf('f9'), stateOf('f10')]).toEqual([undefined, 'done']);
  });

  it('keep all that failed, to be tried again', async () => {
    store.add(Array.from({ length: 60 }, (_, count) => plan(`f${count}`)));
    for (let count = 0; count < 60; count++) {
      await settle();
      jobOf(`f${count}`).tell({ state: 'failed' });
    }
    store.add([plan('last')]);
    expect(store.read()).toHaveLength(61);
  });
});

it('tells changes of state at once and progress at most ten times a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    store.add([plan('a')]);
    await settle();
    let calls = 0;
    const stop = store.subscribe(() => {
      calls += 1;
    });
    for (let sentBytes = 0; sentBytes < 50; sentBytes++) jobOf('a').tell({ sentBytes });
    expect(calls).toBe(0);
    vi.advanceTimersByTime(100);
    expect(calls).toBe(1);
    expect(store.read()[0]?.sentBytes).toBe(49);
    jobOf('a').tell({ sentBytes: 50 });
    jobOf('a').tell({ state: 'sending' });
    expect(calls, 'at once').toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(calls, 'and not once more').toBe(2);
    stop();
    jobOf('a').tell({ state: 'done' });
    expect(calls).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
