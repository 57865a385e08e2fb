// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { circuitBreaker } from '../query/browser-circuit-breaker.ts';
import { answerReads, showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useFollowedQueries } from './use-failed-reads.ts';

it('lets what an operator presses find out anew whether the service is there', async () => {
  standInBrowser();
  answerReads(() => ({}));
  const doubt = vi.spyOn(circuitBreaker, 'doubt');
  const page = await showHook(useFollowedQueries);
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', (event) => event.stopPropagation()); // a part that keeps its clicks to itself
  button.click();
  expect(doubt).toHaveBeenCalledTimes(1);
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
  expect(doubt).toHaveBeenCalledTimes(2);
  page.end();
  button.click();
  expect(doubt).toHaveBeenCalledTimes(2);
  button.remove();
  doubt.mockRestore();
});
