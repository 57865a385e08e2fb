import { describe, expect, it } from 'vitest';
import { steps } from './step.factory.ts';
import { readStepPages, stepsOf } from './step-pages.ts';
import type { StepView } from './step-view.ts';

/** Serves a journal in pages of two and counts what is asked. */
function serve(journal: StepView[]) {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    read: async (token: string | undefined) => {
      asked.push(token);
      const from = Number(token ?? 0);
      const more = from + 2 < journal.length;
      return { value: journal.slice(from, from + 2), ...(more ? { continuationToken: String(from + 2) } : {}) };
    },
  };
}
const done = (sequence: number) => steps.succeeded(sequence, sequence + 1, { sequence });

describe('readStepPages', () => {
  it('reads the whole journal in order', async () => {
    const service = serve([0, 1, 2, 3, 4].map(done));
    const loaded = await readStepPages(service.read, undefined, 100);
    expect(stepsOf(loaded).map((step) => step.sequence)).toEqual([0, 1, 2, 3, 4]);
    expect(loaded.hasMore).toBe(false);
  });

  it('reads again only pages that can have changed', async () => {
    const before = await readStepPages(
      serve([done(0), done(1), done(2), steps.running(3, { sequence: 3 }), done(4)]).read,
      undefined,
      100,
    );
    const service = serve([0, 1, 2, 3, 4, 5, 6].map(done));
    const loaded = await readStepPages(service.read, before, 100);
    expect(service.asked).toEqual(['2', '4', '6']);
    expect(stepsOf(loaded).map((step) => step.status)).toEqual(Array(7).fill('succeeded'));
  });

  it('stops at the maximum and says that there is more', async () => {
    const loaded = await readStepPages(serve([0, 1, 2, 3, 4].map(done)).read, undefined, 2);
    expect(stepsOf(loaded)).toHaveLength(2);
    expect(loaded.hasMore).toBe(true);
  });
});
