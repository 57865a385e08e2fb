import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../problem/problem.ts';
import { hashBlob } from './hash-blob.ts';
import { smallFileBytes } from './small-file.ts';
import { blobReader, problem } from './testing/memory-uploads.ts';
import {
  clock,
  failing,
  jobOf,
  patches,
  readingOf,
  resetBench,
  retry,
  service,
  settle,
  storage,
} from './testing/upload-bench.ts';
import { content, fileOf, planOf } from './testing/upload-plans.ts';
import { uploadInput } from './upload-plan.ts';

beforeEach(resetBench);

/** Sent as a browser does: in parts of its size, and not in those of the other tests. */
const asInBrowser = () => ({ httpStack: service, urlStorage: storage, fileReader: blobReader });
const failedService = { status: 503, body: problem('ServiceUnavailable') };

describe('what comes late of an upload that was halted', () => {
  it('is not told: a file that cannot be read', async () => {
    const read = Promise.withResolvers<string>();
    const { job, states } = jobOf(planOf(), { read: () => readingOf(read.promise) });
    job.run();
    job.pause();
    read.reject(new Error('it is gone'));
    await settle();
    await settle();
    expect(states()).toEqual(['reading', 'paused']);
  });

  it('is not done: the search for an earlier one', async () => {
    const found = Promise.withResolvers<[]>();
    const asked = Promise.withResolvers<void>();
    const findUploadsByFingerprint = () => {
      asked.resolve();
      return found.promise;
    };
    const urlStorage = Object.assign(Object.create(storage), { findUploadsByFingerprint });
    const { job, states } = jobOf(planOf(), { tus: { ...asInBrowser(), urlStorage } });
    job.run();
    await asked.promise;
    job.pause();
    found.resolve([]);
    await settle();
    expect(states()).toEqual(['reading', 'paused']);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['what became of it', (result: PromiseWithResolvers<undefined>) => result.resolve(undefined)],
    [
      'that this cannot be read',
      (result: PromiseWithResolvers<undefined>) =>
        result.reject(new ProblemError({ code: 'UploadNotFound', detail: 'It is gone.' })),
    ],
  ])('is not told: %s', async (_, end) => {
    const result = Promise.withResolvers<undefined>();
    const { job, shown, until } = jobOf(planOf(), { readResult: () => result.promise });
    job.run();
    await until('finishing');
    job.pause();
    end(result);
    await settle();
    expect(shown.state).toBe('paused');
  });

  it('is not told: that its file was changed', async () => {
    const bytes = Promise.withResolvers<ArrayBuffer>();
    const asked = Promise.withResolvers<void>();
    const plan = planOf();
    service.interfere = () => {
      const arrayBuffer = () => {
        asked.resolve();
        return bytes.promise;
      };
      plan.file.slice = () => Object.assign(new Blob(), { arrayBuffer });
      return 'lost';
    };
    const { job, shown } = jobOf(plan);
    job.run();
    await asked.promise;
    job.pause();
    bytes.reject(new Error('it was changed'));
    await settle();
    expect(shown.state).toBe('paused');
  });
});

describe('an upload that someone goes on with', () => {
  it('is tried as often as one that has just begun', async () => {
    service.interfere = failing('PATCH', failedService);
    const { job, shown, until } = jobOf();
    job.run();
    for (let tries = 1; tries <= 12; tries += 1) {
      await until('offline');
      if (tries === 6) {
        job.pause();
        job.run();
        shown.state = 'waiting';
      } else retry(shown);
    }
    await until('offline');
  });

  it('tells no rate of the time in which it was paused', async () => {
    const { job, told, until } = jobOf();
    service.interfere = (method) => (method === 'PATCH' && patches() === 2 ? 'lost' : undefined);
    job.run();
    await until('offline');
    job.pause();
    clock.skip(1_000);
    const before = told.length;
    service.interfere = () => undefined;
    job.run();
    await until('done');
    expect(told.slice(before).flatMap(({ bytesPerSecond }) => bytesPerSecond ?? [])).toEqual([]);
  });

  it('shows what the service has, when that fails before it takes more', async () => {
    const plan = planOf({
      unfinished: {
        ...{ uploadId: 'left', storeName: 'shop', id: 'a', contentLength: 20, receivedBytes: 8 },
        expiresOn: '2026-11-22T10:00:00.000Z',
      },
    });
    service.leave('left', uploadInput(plan, await hashBlob(plan.file, () => {})), content, 8);
    service.interfere = failing('PATCH', { ...failedService, takes: true });
    const { job, shown, until } = jobOf(plan);
    job.run();
    await until('offline');
    expect(shown.sentBytes).toBe(8);
  });

  it('shows what is on its way as long as nobody knows whether it has arrived', async () => {
    service.interfere = (method) => (method === 'PATCH' && patches() === 3 ? 'lost' : undefined);
    const { job, shown, told, until } = jobOf();
    job.run();
    await until('offline');
    const last = told.length - 1;
    expect(shown.sentBytes).toBe(16);
    expect(told[last], 'the loss takes nothing back').not.toHaveProperty('sentBytes');
  });

  it('is found by the next try, when the question after it fails and then does not', async () => {
    let questions = 0;
    service.interfere = (method) => {
      if (method === 'PATCH' && patches() === 2 && questions === 0) return 'lost';
      if (method === 'HEAD') questions += 1;
      return method === 'HEAD' && questions === 1 ? { status: 503 } : undefined;
    };
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    retry(shown);
    await until('offline');
    expect(shown.problem?.code).toBe('Unreachable');
    retry(shown);
    await until('done');
    expect([...service.uploads.keys()], 'it is the same upload').toEqual(['u1']);
  });
});

describe('a small file', () => {
  it.each([
    ['is sent with its creation', smallFileBytes, ['POST /api/uploads']],
    [
      'is small up to this size: a larger one is sent after it',
      smallFileBytes + 1,
      ['POST /api/uploads', 'PATCH /api/uploads/u1'],
    ],
  ])('%s', async (_, size, requests) => {
    const { job, until } = jobOf(planOf({ file: fileOf(Buffer.alloc(size)) }), { tus: asInBrowser() });
    job.run();
    await until('done');
    expect(service.requests).toEqual(requests);
  });

  it('has its result in the answer to its creation, which is not asked for again', async () => {
    const readResult = () => Promise.reject(new Error('was asked for'));
    const { job, shown, until } = jobOf(planOf(), { tus: asInBrowser(), readResult });
    job.run();
    await until('done');
    expect(shown.result?.contentHash).toBe(shown.contentHash);
  });

  it('is not waited for when it is given up: its creation is broken off', async () => {
    const held = Promise.withResolvers<undefined>();
    const reached = Promise.withResolvers<void>();
    service.interfere = () => {
      reached.resolve();
      return held.promise;
    };
    const { job, states } = jobOf(planOf(), { tus: asInBrowser() });
    job.run();
    await reached.promise;
    await job.cancel();
    held.resolve(undefined);
    await settle();
    expect(service.uploads.size).toBe(0);
    expect(states()).toEqual(['reading', 'sending', 'canceled']);
  });
});
