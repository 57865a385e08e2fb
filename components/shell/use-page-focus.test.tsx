// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { usePageFocus } from './use-page-focus.ts';

let pathname = '/tasks';
let hasRows = false;
vi.mock('next/navigation', () => ({ usePathname: () => pathname }));

function Page() {
  usePageFocus();
  return (
    <>
      <nav>
        <a href="/locks" aria-current="page">
          Locks
        </a>
        <a href="/state">State</a>
      </nav>
      <main id="content" tabIndex={-1}>
        <button type="button">Act</button>
        {hasRows && <a href="/errors/e-1">An error</a>}
      </main>
    </>
  );
}

async function shown() {
  pathname = '/tasks';
  const { redraw } = await draw(<Page />);
  return async (next: string) => {
    pathname = next;
    await redraw(<Page />);
    return document.activeElement?.tagName;
  };
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

it('gives the focus to the content of the page that opens', async () => {
  const go = await shown();
  expect(document.activeElement).toBe(document.body);
  expect(await go('/locks'), 'where nothing had it').toBe('MAIN');
  focus('[href="/state"]');
  expect(await go('/workers'), 'where the link of another page had it').toBe('MAIN');
});

it('leaves the focus in the page, and on the link that opened it', async () => {
  const go = await shown();
  focus('[aria-current="page"]');
  expect(await go('/locks')).toBe('A');
  focus('button');
  expect(await go('/tasks')).toBe('BUTTON');
});

it('lets keys scroll the content while nothing has the focus', async () => {
  await shown();
  const press = (key: string) =>
    act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  press('j');
  expect(document.activeElement).toBe(document.body);
  press('PageDown');
  expect(document.activeElement?.id).toBe('content');
});

it('gives the focus to the link that was followed when its page is returned to, also when it is drawn later', async () => {
  hasRows = true;
  onTestFinished(() => {
    hasRows = false;
  });
  const go = await shown();
  const link = document.querySelector<HTMLElement>('[href="/errors/e-1"]');
  link?.addEventListener('click', (event) => event.preventDefault());
  link?.click();
  hasRows = false;
  expect(await go('/errors/e-1')).toBe('MAIN');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await go('/tasks'), 'its rows are still read').toBe('MAIN');
  hasRows = true;
  await go('/tasks');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('/errors/e-1'));
  focus('[href="/state"]');
  await go('/errors/e-1');
  expect(await go('/tasks'), 'a page that is opened anew').toBe('MAIN');
});
