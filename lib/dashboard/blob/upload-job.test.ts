import { beforeEach, describe, expect, it } from 'vitest';
import type { UnfinishedUpload } from '@/components/blob/transfer.ts';
import { hashBlob } from './hash-blob.ts';
import { problem } from './testing/memory-uploads.ts';
import {
  clock,
  failing,
  hold,
  jobOf,
  onOnline,
  onSignedIn,
  patches,
  readingOf,
  resetBench,
  retry,
  service,
  settle,
  storage,
} from './testing/upload-bench.ts';
import { content, fileOf, planOf } from './testing/upload-plans.ts';
import { type UploadPlan, uploadInput } from './upload-plan.ts';

beforeEach(resetBench);

describe('an upload', () => {
  it('reads the file, sends it in parts, and ends with what the service made of it', async () => {
    const { job, shown, until, states } = jobOf(planOf({ replaces: '"7"' }));
    job.run();
    await until('done');
    expect(states()).toEqual(['reading', 'sending', 'finishing', 'done']);
    expect(patches()).toBe(3);
    expect(shown).toMatchObject({
      sentBytes: 20,
      readBytes: 20,
      uploadId: 'u1',
      contentHash: shown.result?.contentHash,
    });
    expect(JSON.parse(service.uploads.get('u1')?.input ?? '')).toMatchObject({ overwrite: true, ifMatch: '"7"' });
    expect(storage.kept.size, 'nothing is left to resume').toBe(0);
  });

  it('stops when it is paused, and goes on from what has arrived', async () => {
    const { isHeld, release } = hold((method) => method === 'PATCH' && patches() === 2);
    const { job, shown, until, states } = jobOf();
    job.run();
    await isHeld;
    job.pause();
    expect(shown).toMatchObject({ state: 'paused', bytesPerSecond: undefined });
    service.interfere = () => undefined;
    release();
    await settle();
    expect(patches(), 'sends nothing more').toBe(2);
    service.requests.length = 0;
    job.run();
    await until('done');
    expect(service.requests[0], 'asks how much has arrived').toBe('HEAD /api/uploads/u1');
    expect(patches(), 'sends only the rest').toBe(2);
    expect(states(), 'reads the file once').toEqual(['reading', 'sending', 'paused', 'sending', 'finishing', 'done']);
  });

  it('stops reading when it is paused, and goes on reading where it was', async () => {
    const read = Promise.withResolvers<string>();
    const calls: string[] = [];
    const { job, until, states } = jobOf(planOf(), {
      read: (file, onRead) => {
        calls.push('begin');
        const pause = () => void calls.push('pause');
        const resume = () => read.resolve(hashBlob(file, onRead));
        return { ...readingOf(read.promise), pause, resume };
      },
    });
    job.run();
    job.pause();
    job.run();
    await until('done');
    expect(calls, 'the file is read once').toEqual(['begin', 'pause']);
    expect(states()).toEqual(['reading', 'paused', 'reading', 'sending', 'finishing', 'done']);
  });

  it('is deleted when it is given up before its creation is answered', async () => {
    const { isHeld, release } = hold((method) => method === 'POST');
    const { job, shown, states } = jobOf();
    job.run();
    await isHeld;
    await job.cancel();
    expect(shown.state).toBe('canceled');
    service.interfere = () => undefined;
    release();
    await settle();
    await settle();
    expect(service.requests).toEqual(['POST /api/uploads', 'DELETE /api/uploads/u1']);
    expect(service.uploads.size).toBe(0);
    expect(storage.kept.size, 'nothing is left to resume').toBe(0);
    expect(states()).toEqual(['reading', 'sending', 'canceled']);
  });

  it('tries no creation again that fails after it was given up', async () => {
    const held = Promise.withResolvers<'lost'>();
    const reached = Promise.withResolvers<void>();
    service.interfere = () => {
      reached.resolve();
      return held.promise;
    };
    const { job, states } = jobOf();
    job.run();
    await reached.promise;
    await job.cancel();
    held.resolve('lost');
    await settle();
    expect(states()).toEqual(['reading', 'sending', 'canceled']);
  });

  it('never commits once it is given up', async () => {
    const { isHeld, release } = hold((method) => method === 'PATCH' && patches() === 3);
    const { job, shown, states } = jobOf();
    job.run();
    await isHeld;
    service.interfere = () => undefined;
    await job.cancel();
    release();
    await settle();
    expect(service.uploads.size, 'what has arrived is deleted').toBe(0);
    expect(shown.state).toBe('canceled');
    expect(states()).not.toContain('finishing');
  });

  it('that is given up while the file is read is never begun', async () => {
    const read = Promise.withResolvers<string>();
    const { job, shown } = jobOf(planOf(), { read: () => readingOf(read.promise) });
    job.run();
    await job.cancel();
    read.resolve('a'.repeat(64));
    await settle();
    expect(service.requests).toEqual([]);
    expect(shown).toMatchObject({ state: 'canceled' });
    expect(shown.contentHash).toBeUndefined();
  });

  it('fails when the file cannot be read', async () => {
    const { job, shown, until } = jobOf(planOf(), {
      read: () => readingOf(Promise.reject(new Error('it is gone'))),
    });
    job.run();
    await until('failed');
    expect(shown.problem?.detail).toContain('it is gone');
    expect(service.requests).toEqual([]);
  });

  it('tells its rate while it sends', async () => {
    const { job, told, until } = jobOf();
    service.interfere = (method) => {
      if (method === 'PATCH') clock.skip(1_000);
      return undefined;
    };
    job.run();
    await until('done');
    const rates = told.flatMap(({ bytesPerSecond }) => bytesPerSecond ?? []);
    expect(rates.length).toBeGreaterThan(0);
    expect(rates.every((rate) => rate > 0 && rate <= 8)).toBe(true);
    expect(told.at(-2), 'none while the service commits').toMatchObject({
      state: 'finishing',
      bytesPerSecond: undefined,
    });
  });
});

describe('an upload whose connection is lost', () => {
  it('waits twice as long each time, without end', async () => {
    service.interfere = failing('POST', 'lost');
    const { job, shown, until } = jobOf();
    job.run();
    const delays: number[] = [];
    for (let failures = 1; failures <= 12; failures++) {
      await until('offline');
      delays.push((shown.retriesOn ?? 0) - clock.now());
      retry(shown);
    }
    expect(delays.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
    expect(delays.at(-1)).toBe(30_000);
  });

  it('goes on at once when the browser is online again, and only once', async () => {
    service.interfere = failing('PATCH', 'lost');
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    expect(shown.problem).toEqual({ code: 'Unreachable', detail: 'The connection was lost.' });
    service.interfere = () => undefined;
    const [online] = onOnline;
    online?.();
    await until('done');
    expect(clock.timers, 'the timer is off').toEqual([]);
    expect(onOnline).toEqual([]);
    expect(shown).toMatchObject({ problem: undefined, retriesOn: undefined });
  });

  it('does not go on by itself once it is paused', async () => {
    service.interfere = failing('PATCH', 'lost');
    const { job, until } = jobOf();
    job.run();
    await until('offline');
    job.pause();
    expect(clock.timers).toEqual([]);
    expect(onOnline).toEqual([]);
  });

  it('forgets its failures when bytes arrive', async () => {
    let failures = 2;
    service.interfere = (method) => (method === 'POST' && failures-- > 0 ? 'lost' : undefined);
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    retry(shown);
    await until('offline');
    service.interfere = (method) => (method === 'PATCH' && patches() === 2 ? 'lost' : undefined);
    retry(shown);
    await until('offline');
    expect((shown.retriesOn ?? 0) - clock.now(), 'as after the first failure').toBe(1_000);
  });
});

describe('an upload that the service refuses', () => {
  it('tries a service that fails eight times again, then fails', async () => {
    service.interfere = (method) =>
      method === 'PATCH' && patches() > 1 ? { status: 500, body: problem('InternalError') } : undefined;
    const { job, shown, until } = jobOf();
    job.run();
    for (let tries = 0; tries < 8; tries++) {
      await until('offline');
      expect(onOnline, 'being online says nothing of the service').toEqual([]);
      retry(shown);
    }
    await until('failed');
    expect(patches(), 'the first part and nine times the second').toBe(10);
    expect(shown.problem?.code).toBe('InternalError');
  });

  it('counts no bytes that a service took without keeping them', async () => {
    service.interfere = (method) =>
      method === 'PATCH' && patches() > 1
        ? { status: 503, body: problem('ServiceUnavailable'), takes: true }
        : undefined;
    const { job, shown, told, until } = jobOf();
    job.run();
    await until('offline');
    expect(Math.max(...told.map(({ sentBytes = 0 }) => sentBytes)), 'went over the wire').toBe(16);
    expect(shown.sentBytes).toBe(8);
  });

  it('waits as long as the service asks', async () => {
    service.interfere = failing('POST', {
      status: 429,
      headers: { 'Retry-After': '90' },
      body: problem('TooManyRequests'),
    });
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    expect((shown.retriesOn ?? 0) - clock.now()).toBe(90_000);
  });

  it.each(['PreconditionFailed', 'BlobAlreadyExists'])('fails on the conflict %s without another try', async (code) => {
    service.interfere = failing('PATCH', { status: 412, body: problem(code) });
    const { job, shown, until } = jobOf();
    job.run();
    await until('failed');
    expect(shown.problem?.code).toBe(code);
    expect([clock.timers.length, patches()]).toEqual([0, 1]);
  });

  it('tries a refused token once more at once, then goes on when the operator is signed in again', async () => {
    service.interfere = failing('POST', { status: 401, body: problem('Unauthenticated') });
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    expect(shown.retriesOn).toBe(clock.now());
    retry(shown);
    await until('offline');
    expect([shown.problem?.code, shown.retriesOn, onSignedIn.length]).toEqual(['Unauthenticated', undefined, 1]);
    service.interfere = () => undefined;
    onSignedIn[0]?.();
    await until('done');
    expect(onSignedIn, 'asks once').toEqual([]);
  });

  it('that waits for a sign-in can be cancelled', async () => {
    service.interfere = failing('POST', { status: 401, body: problem('Unauthenticated') });
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    retry(shown);
    await until('offline');
    void job.cancel();
    expect([shown.state, onSignedIn.length]).toEqual(['canceled', 0]);
  });
});

describe('an upload that was begun earlier', () => {
  /** Sends two parts in a page that is then closed. */
  async function leave(plan: UploadPlan): Promise<void> {
    const { isHeld } = hold((method) => method === 'PATCH' && patches() === 3);
    jobOf(plan).job.run();
    await isHeld;
    service.interfere = () => undefined;
    service.requests.length = 0;
  }

  it('goes on after a reload with the same file under the same conditions', async () => {
    await leave(planOf({ replaces: '"7"' }));
    const { job, until } = jobOf(planOf({ replaces: '"7"' }));
    job.run();
    await until('done');
    expect(service.requests).toEqual(['HEAD /api/uploads/u1', 'PATCH /api/uploads/u1']);
  });

  it('begins anew with other content of the same name, size and date', async () => {
    await leave(planOf());
    const { job, shown, until } = jobOf(planOf({ file: fileOf(Buffer.from('ABCDEFGHIJabcdefghij')) }));
    job.run();
    await until('done');
    expect(service.requests.filter((request) => request.endsWith('/u1'))).toEqual([]);
    expect(patches()).toBe(3);
    expect(shown.result?.contentHash).toBe(shown.contentHash);
    expect(storage.kept.size, 'the earlier one is no longer remembered').toBe(0);
  });

  it('begins anew under other conditions', async () => {
    await leave(planOf({ replaces: '"7"' }));
    const { job, shown, until } = jobOf(planOf({ replaces: '"8"' }));
    job.run();
    await until('done');
    const input = service.uploads.get(shown.uploadId ?? '')?.input ?? '';
    expect(JSON.parse(input)).toMatchObject({ ifMatch: '"8"' });
    expect(patches()).toBe(3);
  });

  const unfinished: UnfinishedUpload = {
    ...{ uploadId: 'left', storeName: 'shop', id: 'a', contentLength: 20, receivedBytes: 16 },
    expiresOn: '2026-11-22T10:00:00.000Z',
  };

  it('goes on with the one that the operator chose a file for', async () => {
    const plan = planOf({ unfinished });
    service.leave('left', uploadInput(plan, await hashBlob(plan.file, () => {})), content, 16);
    const { job, shown, until } = jobOf(plan);
    job.run();
    await until('done');
    expect(service.requests).toEqual(['HEAD /api/uploads/left', 'PATCH /api/uploads/left']);
    expect(shown.result?.contentHash).toBe(shown.contentHash);
  });

  it('is refused with another file, deleted, and sent whole on the next try', async () => {
    const plan = planOf({ unfinished });
    const began = Buffer.from('################!!!!');
    service.leave('left', uploadInput(plan, await hashBlob(fileOf(began), () => {})), began, 16);
    const { job, shown, until } = jobOf(plan);
    job.run();
    await until('failed');
    expect(shown).toMatchObject({ problem: { code: 'ContentHashMismatch' } });
    expect(shown.result).toBeUndefined();
    await expect.poll(() => service.uploads.has('left')).toBe(false);
    service.requests.length = 0;
    job.run();
    await until('done');
    expect(service.requests[0]).toBe('POST /api/uploads');
    expect(patches()).toBe(3);
  });
});
