import { beforeEach, describe, expect, it } from 'vitest';
import { unreachable } from '@/components/ui/unreachable.ts';
import { ProblemError } from '../problem/problem.ts';
import {
  changeOnDisk,
  failing,
  hold,
  jobOf,
  onOnline,
  patches,
  resetBench,
  retry,
  service,
} from './testing/upload-bench.ts';
import { planOf } from './testing/upload-plans.ts';

beforeEach(resetBench);

describe('the end of an upload', () => {
  it('reads its result again when the answer was lost: the blob is stored by then', async () => {
    let reads = 0;
    const readResult = async (url: string) => {
      reads += 1;
      if (reads === 1) throw new ProblemError(unreachable);
      return service.readResult(url);
    };
    const { job, shown, until, states } = jobOf(planOf(), { readResult });
    job.run();
    await until('offline');
    retry(shown);
    await until('done');
    expect(patches(), 'sends nothing twice').toBe(3);
    expect(states()).not.toContain('failed');
    expect(shown.result?.contentHash).toBe(shown.contentHash);
  });

  it('fails when the service no longer knows it', async () => {
    const gone = new ProblemError({ code: 'UploadNotFound', detail: 'It is gone.' });
    const { job, shown, until } = jobOf(planOf(), { readResult: () => Promise.reject(gone) });
    job.run();
    await until('failed');
    expect(shown.problem?.code).toBe('UploadNotFound');
  });

  it('says when the file is no longer the one that was chosen, and keeps nothing of it', async () => {
    const { isHeld, release } = hold((method) => method === 'PATCH' && patches() === 2);
    const plan = planOf();
    const { job, shown, until } = jobOf(plan);
    job.run();
    await isHeld;
    changeOnDisk(plan.file);
    release();
    await until('failed');
    expect(shown.problem?.code).toBe('FileChanged');
    expect(onOnline, 'waits for no connection').toEqual([]);
    await expect.poll(() => service.uploads.size).toBe(0);
  });

  it('that waits for its connection says so as well', async () => {
    service.interfere = failing('PATCH', 'lost');
    const plan = planOf();
    const { job, shown, until } = jobOf(plan);
    job.run();
    await until('offline');
    changeOnDisk(plan.file);
    retry(shown);
    await until('failed');
    expect(shown.problem?.code).toBe('FileChanged');
  });
});

describe('an upload whose service goes away in the middle', () => {
  /** A service that is away after the first part until `comeBack`. */
  async function goAway(problem: ProblemError['problem'], status: number) {
    let isAway = false;
    service.interfere = (method) => {
      if (method === 'PATCH' && patches() === 2) isAway = true;
      return isAway ? { status, body: method === 'HEAD' ? '' : JSON.stringify(problem) } : undefined;
    };
    const readResult = async (url: string) => {
      if (isAway) throw new ProblemError(problem);
      return service.readResult(url);
    };
    const upload = jobOf(planOf(), { readResult });
    upload.job.run();
    await upload.until('offline');
    const comeBack = () => {
      isAway = false;
    };
    return { ...upload, comeBack };
  }

  it.each([
    ['cannot be reached', unreachable, 503],
    ['fails', { code: 'InternalError', detail: 'It failed.' }, 500],
    ['is busy', { code: 'TooManyRequests', detail: 'Later.' }, 429],
  ] as const)('goes on with what has arrived, although the service %s for two tries', async (_, problem, status) => {
    const { shown, until, comeBack } = await goAway(problem, status);
    for (let tries = 0; tries < 2; tries++) {
      retry(shown);
      await until('offline');
      expect(shown.problem?.code).toBe(problem.code);
    }
    comeBack();
    retry(shown);
    await until('done');
    expect(service.uploads.size, 'it is the same upload').toBe(1);
    expect(patches(), 'the second part is sent twice').toBe(4);
  });

  it('begins anew when the service no longer has it', async () => {
    const { shown, until, comeBack } = await goAway(unreachable, 503);
    service.uploads.clear();
    comeBack();
    retry(shown);
    await until('done');
    expect([...service.uploads.keys()]).toEqual(['u2']);
  });
});
