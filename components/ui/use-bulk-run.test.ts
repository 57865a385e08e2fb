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
        if (isAway && some.includes('c')) throw Object.assign(new Error('Lost.'), { name: 'ProblemError' });
        return { outcomes: some.map((item) => `${item} done`) };
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

it('tells what is not known of a call, and does not go on to the next', async () => {
  const told: unknown[] = [];
  const bulk = await showHook(() =>
    useBulkRun<string, string>({
      items: ['a', 'b', 'c', 'd', 'e'],
      itemsPerCall: 2,
      async perform(some, { tell }) {
        if (!some.includes('c')) return { outcomes: some.map((item) => `${item} done`) };
        tell('It is sent again.');
        await Promise.resolve();
        told.push(bulk.now.progress);
        return { outcomes: some.map((item) => `${item} unknown`), failure: 'Lost.' };
      },
      isDone: (outcome) => outcome.endsWith('done'),
      onEnd: () => {},
      onAllDone: () => told.push('all'),
    }),
  );
  await act(() => bulk.now.run());
  const outcomes = ['a done', 'b done', 'c unknown', 'd unknown'];
  expect(bulk.now.progress).toEqual({ outcomes, state: 'stopped', failure: 'Lost.' });
  expect(told).toHaveLength(1);
});

it('ends the waits of a call when it is stopped', async () => {
  const bulk = await showHook(() =>
    useBulkRun<string, string>({
      items: ['a', 'b'],
      itemsPerCall: 1,
      async perform([item], { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { outcomes: [`${item} unknown`], failure: 'Lost.' };
      },
      isDone: () => false,
      onEnd: () => {},
      onAllDone: () => {},
    }),
  );
  await act(async () => {
    const ended = bulk.now.run();
    bulk.now.stop();
    await ended;
  });
  expect(bulk.now.progress).toEqual({ outcomes: ['a unknown'], state: 'stopped', failure: 'Lost.' });
});

it.each([
  ['TypeError', 'The dashboard did not answer. Check the connection and try again.'],
  ['UnrecognizedActionError', expect.stringContaining('nothing was done. Reload the page')],
])('says in its own words what a %s means', async (name, failure) => {
  const bulk = await showHook(() =>
    useBulkRun<string, string>({
      items: ['a'],
      itemsPerCall: 1,
      perform: () => Promise.reject(Object.assign(new Error('of a program'), { name })),
      isDone: () => true,
      onEnd: () => {},
      onAllDone: () => {},
    }),
  );
  await act(() => bulk.now.run());
  expect(bulk.now.progress).toMatchObject({ state: 'stopped', failure });
});
