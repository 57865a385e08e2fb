// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connection } from './connection.ts';
import { keepLinks } from './keep-links.ts';

let end: () => void;
beforeEach(() => {
  vi.spyOn(connection, 'isOffline', 'get').mockReturnValue(true);
  end = keepLinks();
});
afterEach(() => {
  end();
  connection.setDestination(undefined);
  vi.restoreAllMocks();
});

/** Follows a link that is drawn as this. */
function follow(html: string): boolean {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 });
  document.querySelector('a')?.dispatchEvent(event);
  return event.defaultPrevented;
}

it.each([
  ['<a href="/errors">Errors</a>', 'Errors'],
  ['<a href="/errors"><svg></svg><span>Spain</span><span>1,000+</span></a>', 'Spain'],
  ['<a href="/errors">3<!-- --> failed <b>today</b></a>', '3 failed today'],
  ['<a href="/errors" aria-label="All errors"><svg></svg></a>', 'All errors'],
  ['<a href="/errors"><svg></svg></a>', 'The page'],
])('without a connection the page stays, and says what will open: %s', (html, label) => {
  expect(follow(html)).toBe(true);
  expect(connection.state.destination).toEqual({ href: '/errors', label });
});

it('leaves links of other sites alone', () => {
  expect(follow('<a href="https://other.example/errors">Errors</a>')).toBe(false);
  expect(connection.state.destination).toBeUndefined();
});
