// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { showHook } from '@/lib/dashboard/testing/show-hook.ts';
import { useBulkRun } from './use-bulk-run.ts';

it('does again only what is left, and keeps the outcomes of the others', async () => {
  const asked: string[][] = [];
  const ends: string[][] = [];
  let isAway = true;
  const bulk = await showHook(() =>
    useBulkRun<string, string>({
      items: ['a', 'b', 'c'],
      itemsPerCall: 2,
      async perform(some) {
        asked.push([...some]);
        if (isAway && some.includes('c')) throw new Error('Lost.');
        return some.map((item) => `${item} done`);
      },
      isDone: (outcome) => outcome.endsWith('done'),
      onEnd: (outcomes) => void ends.push([...outcomes]),
      onAllDone: () => void ends.push(['all']),
    }),
  );
  await act(() => bulk.now.run());
  expect(bulk.now.progress).toEqual({ outcomes: ['a done', 'b done'], state: 'stopped', failure: 'Lost.' });
  isAway = false;
  await act(() => bulk.now.run({ left: ['c'], kept: bulk.now.progress.outcomes }));
  expect(bulk.now.progress).toEqual({ outcomes: ['a done', 'b done', 'c done'], state: 'finished' });
  expect(asked).toEqual([['a', 'b'], ['c'], ['c']]);
  expect(ends.slice(1)).toEqual([['a done', 'b done', 'c done'], ['all']]);
});
