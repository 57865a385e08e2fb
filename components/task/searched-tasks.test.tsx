// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/draw.ts';
import { SearchedTasks } from './searched-tasks.tsx';

const base = { foundCount: 3, isStopped: false, onStop: () => {}, indexable: [], onIndex: () => {} };

it.each([
  ['createdOn desc', 'Searched back to tasks created'],
  ['createdOn asc', 'Searched up to tasks created'],
  ['endedOn desc', 'Searched back to tasks ended'],
  ['endedOn asc', 'Searched up to tasks ended'],
])('tells in %s how far the search has come, beside what is read aloud', async (order, words) => {
  await draw(<SearchedTasks {...base} order={order} searchedTo="2026-03-01T12:00:00.000Z" />);
  expect(document.body.textContent).toContain(words);
  expect(document.querySelector('time')?.dateTime).toBe('2026-03-01T12:00:00.000Z');
  expect(document.querySelector('[role=status]')?.textContent).toBe('3 found so far. The search goes on.');
});

it('tells no time in other orders', async () => {
  await draw(<SearchedTasks {...base} order="id asc" searchedTo={undefined} />);
  expect(document.querySelector('time')).toBeNull();
});

it('tells how many were found, stops and goes on, and asks for an index', async () => {
  const [onStop, onIndex] = [vi.fn(), vi.fn()];
  const search = (isStopped: boolean) => (
    <SearchedTasks
      foundCount={1_234}
      isStopped={isStopped}
      searchedTo={undefined}
      order="createdOn desc"
      onStop={onStop}
      indexable={['/input/customer/country']}
      onIndex={onIndex}
    />
  );
  const { redraw } = await draw(search(false));
  const words = () => document.querySelector('[role=status]')?.textContent;
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  expect(words()).toBe('1,234 found so far. The search goes on.');
  await press('Stop');
  expect(onStop).toHaveBeenLastCalledWith(true);
  await redraw(search(true));
  expect(words()).toBe('1,234 found so far. The search was stopped.');
  await press('Search on');
  expect(onStop).toHaveBeenLastCalledWith(false);
  await press('Index input.customer.country…');
  expect(onIndex).toHaveBeenCalledWith('/input/customer/country');
});
