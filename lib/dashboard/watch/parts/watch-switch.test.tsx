// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Watched, watchedFilterOf } from '@/components/watch/watched.ts';
import { stopWatching, useWatched, watchedNow } from '../watch-list.ts';
import { WatchSwitch } from './watch-switch.tsx';

let unmount = () => {};
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  act(() => unmount());
  stopWatching(watchedNow().map(({ id }) => id));
  vi.unstubAllGlobals();
});

function Page({ watched }: { watched: Watched }) {
  return (
    <>
      <WatchSwitch watched={watched} />
      <output>{useWatched().length}</output>
      <input />
    </>
  );
}

function show(watched: Watched) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => {
    root.unmount();
    document.body.replaceChildren();
  };
  act(() => root.render(<Page watched={watched} />));
}
const shown = () => [
  document.querySelector('button')?.getAttribute('aria-label'),
  document.querySelector('output')?.textContent,
];
const press = (key: string, target: Element = document.body) =>
  act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

test('the button and W begin and end to watch a filter, and a W that is typed does not', () => {
  const filter = watchedFilterOf('status:failed', 'createdOn desc');
  show(filter);
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

test('an operation that has ended is not watched', () => {
  show({ kind: 'operation', id: 'bulk-1', name: 'Rerun 2 tasks', status: 'completed' });
  press('w');
  expect(watchedNow()).toEqual([]);
});
