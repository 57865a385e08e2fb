// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitWhileLeft } from './wait-while-left.ts';

let said: DocumentReadyState; // by the browser
const loaded = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  said = 'loading';
  vi.spyOn(Document.prototype, 'readyState', 'get').mockImplementation(() => said);
  waitWhileLeft(10_000);
  document.addEventListener('DOMContentLoaded', loaded);
});
afterEach(() => {
  document.dispatchEvent(new Event('DOMContentLoaded')); // ends what one test leaves
  document.removeEventListener('DOMContentLoaded', loaded);
  loaded.mockReset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const leave = () => window.dispatchEvent(new Event('beforeunload'));

it('a page that is left while it comes is loading until it is gone, and whole after the time that it is given', () => {
  leave();
  said = 'complete';
  leave(); // another link
  vi.advanceTimersByTime(9_999);
  expect(document.readyState).toBe('loading');
  expect(loaded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(document.readyState).toBe('complete');
  expect(loaded).toHaveBeenCalledTimes(1);
});

it('a page that goes on coming, because its reader stays, is loaded when the browser says so, once', () => {
  leave();
  said = 'interactive';
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(document.readyState).toBe('interactive');
  vi.advanceTimersByTime(20_000);
  expect(loaded).toHaveBeenCalledTimes(1);
});

it('a page that is whole when it is left is what the browser says', () => {
  said = 'interactive';
  leave();
  said = 'complete';
  expect(document.readyState).toBe('complete');
});
