// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { JsonView } from './json-view.tsx';

it('keeps the focus with a large value that is shown on request', async () => {
  stubResizeObserver();
  const { promise, resolve } = Promise.withResolvers<string>();
  await draw(<JsonView label="Input of run 1" shown={{ kind: 'held', bytes: 300_000 }} load={() => promise} />);
  const button = document.querySelector('button');
  button?.focus();
  await act(async () => button?.click());
  expect(document.activeElement, 'while it is read').toBe(button);
  expect(button?.textContent).toBe('Reading…');
  await act(async () => resolve('a long text'));
  expect(document.body.textContent).not.toContain('on request');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Input of run 1');
});
