// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { whyUnanswered } from '@/components/ui/unreachable.ts';
import { isNavigation, repeatNavigations } from './repeat-navigations.ts';

it('knows a navigation from prefetches, probes, actions and reads', () => {
  expect(isNavigation({ headers: { rsc: '1', 'next-router-state-tree': 'x' } })).toBe(true);
  expect(isNavigation({ headers: { rsc: '1', 'next-router-prefetch': '1' } })).toBe(false);
  expect(isNavigation({ method: 'HEAD', headers: { rsc: '1' } })).toBe(false);
  expect(isNavigation({ method: 'POST', headers: { 'next-action': 'a1' } })).toBe(false);
  expect(isNavigation({ headers: { accept: 'application/json' } })).toBe(false);
  expect(isNavigation(undefined)).toBe(false);
});

it('says that an action was not sent only where the browser had no connection from its beginning', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  vi.stubGlobal('fetch', async () => {
    onLine.mockReturnValue(false); // also where the connection is lost during the request
    throw new TypeError('Failed to fetch');
  });
  repeatNavigations();
  const act = () => window.fetch('/tasks', { method: 'POST', headers: { 'next-action': 'a1' } }).catch(whyUnanswered);
  expect(await act()).toMatchObject({ code: 'Unreachable' });
  expect(await act()).toMatchObject({ code: 'NothingDone', detail: expect.stringContaining('was not sent') });
});
