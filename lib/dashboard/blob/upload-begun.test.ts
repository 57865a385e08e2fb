import { beforeEach, describe, expect, it } from 'vitest';
import { blobReader, problem } from './testing/memory-uploads.ts';
import {
  changeOnDisk,
  failing,
  hold,
  jobOf,
  patches,
  resetBench,
  retry,
  service,
  storage,
} from './testing/upload-bench.ts';
import { planOf } from './testing/upload-plans.ts';

beforeEach(resetBench);

const keys = () => [...service.uploads.values()].map(({ key }) => key);

describe('an upload whose creation is sent again', () => {
  it.each(['lost', 'answerLost'] as const)('is begun once when its creation was %s', async (loss) => {
    service.interfere = failing('POST', loss);
    const { job, shown, until } = jobOf();
    job.run();
    await until('offline');
    service.interfere = () => undefined;
    retry(shown);
    await until('done');
    expect(service.uploads.size).toBe(1);
    expect(patches()).toBe(3);
  });

  it('is another upload when the file is chosen again after it was changed', async () => {
    const plan = planOf();
    const { job, until } = jobOf(plan);
    const { isHeld, release } = hold((method) => method === 'PATCH');
    job.run();
    await isHeld;
    const first = keys();
    changeOnDisk(plan.file);
    release();
    await until('failed');
    Reflect.deleteProperty(plan.file, 'slice');
    service.interfere = () => undefined;
    job.run();
    await until('done');
    expect(first).toEqual([expect.any(String)]);
    expect(keys()).not.toContain(first[0]);
  });
});

describe('a small file', () => {
  /** Sent as a browser does, and not in parts as those of the other tests. */
  const small = () => jobOf(planOf(), { tus: { httpStack: service, urlStorage: storage, fileReader: blobReader } });

  it('is sent with the creation of its upload, whose answer says what became of it', async () => {
    const { job, shown, until, states } = small();
    job.run();
    await until('done');
    expect(service.requests).toEqual(['POST /api/uploads']);
    expect(states()).toEqual(['reading', 'sending', 'finishing', 'done']);
    expect(shown).toMatchObject({ uploadId: 'u1', sentBytes: 20, result: { contentHash: shown.contentHash } });
    expect(storage.kept.size, 'nothing is left to resume').toBe(0);
  });

  it('is stored once when that answer was lost', async () => {
    service.interfere = failing('POST', 'answerLost');
    const { job, shown, until } = small();
    job.run();
    await until('offline');
    service.interfere = () => undefined;
    retry(shown);
    await until('done');
    expect(service.requests).toEqual(['POST /api/uploads', 'POST /api/uploads']);
    expect(service.uploads.size).toBe(1);
    expect(shown.result?.contentHash).toBe(shown.contentHash);
  });

  it('is asked for its result where a service says nothing in its answer', async () => {
    service.isSilent = true;
    const { job, shown, until } = small();
    job.run();
    await until('done');
    expect(service.requests).toEqual(['POST /api/uploads']);
    expect(shown.result?.contentHash).toBe(shown.contentHash);
  });

  it('fails on a conflict', async () => {
    service.interfere = failing('POST', { status: 409, body: problem('BlobAlreadyExists') });
    const { job, shown, until } = small();
    job.run();
    await until('failed');
    expect(shown.problem?.code).toBe('BlobAlreadyExists');
  });
});
