// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { useRootMark } from './use-root-mark.ts';

function Details() {
  useRootMark('data-has-details');
  return null;
}

test('the root is marked as long as one of those who mark it is on the page', async () => {
  const isMarked = () => document.documentElement.hasAttribute('data-has-details');
  const { redraw } = await draw([<Details key={1} />, <Details key={2} />]);
  expect(isMarked()).toBe(true);
  await redraw([<Details key={2} />]);
  expect(isMarked()).toBe(true);
  await redraw([]);
  expect(isMarked()).toBe(false);
});
