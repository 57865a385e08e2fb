// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { type Watched, watchedFilterOf } from '@/components/watch/watched.ts';
import { stopWatching, useWatched, watchedNow } from '../watch-list.ts';
import { WatchSwitch } from './watch-switch.tsx';

afterEach(() => act(() => stopWatching(watchedNow().map(({ id }) => id))));

function Page({ watched }: { watched: Watched }) {
  return (
    <>
      <WatchSwitch watched={watched} />
      <output>{useWatched().length}</output>
      <input />
    </>
  );
}

const shown = () => [
  document.querySelector('button')?.getAttribute('aria-label'),
  document.querySelector('output')?.textContent,
];
const press = (key: string, target: Element = document.body) =>
  act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

test('the button and W begin and end to watch a filter, and a W that is typed does not', async () => {
  const filter = watchedFilterOf('status:failed', 'createdOn desc');
  await draw(<Page watched={filter} />);
  act(() => document.querySelector('button')?.click());
  expect(watchedNow()).toEqual([filter]);
  expect(shown()).toEqual(['Stop watching', '1']);
  press('w');
  expect(watchedNow()).toEqual([]);
  press('W');
  expect(shown()).toEqual(['Stop watching', '1']);
  press('w', document.querySelector('input') ?? document.body);
  expect(watchedNow()).toEqual([filter]);
});

test('an operation that has ended is not watched', async () => {
  await draw(<Page watched={{ kind: 'operation', id: 'bulk-1', name: 'Rerun 2 tasks', status: 'completed' }} />);
  press('w');
  expect(watchedNow()).toEqual([]);
});
