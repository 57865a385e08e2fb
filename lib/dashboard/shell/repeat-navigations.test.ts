import { expect, it } from 'vitest';
import { isNavigation } from './repeat-navigations.ts';

it('knows a navigation from prefetches, probes, actions and reads', () => {
  expect(isNavigation({ headers: { rsc: '1', 'next-router-state-tree': 'x' } })).toBe(true);
  expect(isNavigation({ headers: { rsc: '1', 'next-router-prefetch': '1' } })).toBe(false);
  expect(isNavigation({ method: 'HEAD', headers: { rsc: '1' } })).toBe(false);
  expect(isNavigation({ method: 'POST', headers: { 'next-action': 'a1' } })).toBe(false);
  expect(isNavigation({ headers: { accept: 'application/json' } })).toBe(false);
  expect(isNavigation(undefined)).toBe(false);
});
