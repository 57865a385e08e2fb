// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/draw.ts';
import { SearchedTasks } from './searched-tasks.tsx';

it('tells how many were found, stops and goes on, and asks for an index', async () => {
  const [onStop, onIndex] = [vi.fn(), vi.fn()];
  const search = (isStopped: boolean) => (
    <SearchedTasks
      foundCount={1_234}
      isStopped={isStopped}
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
