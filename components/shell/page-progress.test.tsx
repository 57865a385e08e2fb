// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { laterModule } from './later-module.ts';
import { PageProgress } from './page-progress.tsx';
import { countPageRead, endPageReads } from './page-reads.ts';
import { TypedAhead } from './typed-ahead.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/tasks' }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

/** Reads a page whose answer has come, and which begins with a script. */
async function readPage() {
  const { host } = await draw(<PageProgress />);
  const read = Promise.withResolvers<Response>();
  const script = document.createElement('script');
  script.type = 'text/plain'; // so that it is not run
  script.src = '/_next/static/chunks/a.js';
  await act(async () => {
    void countPageRead(read.promise);
    document.head.append(script);
    read.resolve(new Response('the page'));
    await vi.advanceTimersByTimeAsync(1_000);
  });
  return { host, script };
}

it('shows that a page is read until its scripts have come', async () => {
  const { host, script } = await readPage();
  expect(host.textContent).toBe('Loading');
  await act(async () => {
    script.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(100);
  });
  expect(host.textContent).toBe('');
});

it('ends when the page is shown before all scripts have come, or when one fails', async () => {
  const shown = await readPage();
  await act(async () => endPageReads());
  expect(shown.host.textContent).toBe('');
  const failed = await readPage();
  await act(async () => {
    failed.script.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(100);
  });
  expect(failed.host.textContent).toBe('');
});

it('shows that a menu or a dialog that was opened is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<() => string>();
  const Menu = laterModule(() => promise).part((loaded) => loaded);
  const menu = await draw(
    <>
      <PageProgress />
      <Menu />
    </>,
  );
  expect(menu.host.textContent).toBe('Loading');
  await act(async () => resolve(() => 'the menu'));
  expect(menu.host.textContent).toBe('the menu');
  const dialog = await draw(
    <>
      <PageProgress />
      <TypedAhead />
    </>,
  );
  expect(dialog.host.textContent).toBe('Loading');
});
