import { expect, it } from 'vitest';
import { type OldPageHost, reloadWhenFree } from './reload-when-free.ts';

function page(change: Partial<OldPageHost> = {}) {
  const seen: { reloads: number; kept: string | null } = { reloads: 0, kept: null };
  const host: OldPageHost = {
    hasUnsavedWork: () => false,
    isHidden: () => false,
    idleInMs: () => 20_000,
    reloadedFor: () => seen.kept,
    keepReloadedFor: (build) => {
      seen.kept = build;
    },
    reload: () => {
      seen.reloads += 1;
    },
    ...change,
  };
  return { host, seen };
}

it('reloads a page that nobody uses, once for each build', () => {
  const { host, seen } = page();
  expect(reloadWhenFree('b', host)).toBe(true);
  expect(reloadWhenFree('b', host), 'the server still answers with another build').toBe(false);
  expect(reloadWhenFree('c', host)).toBe(true);
  expect(seen.reloads).toBe(2);
});

it('waits while something is unsaved, also in a hidden tab', () => {
  const { host, seen } = page({ hasUnsavedWork: () => true, isHidden: () => true });
  expect(reloadWhenFree('b', host)).toBe(false);
  expect(seen).toEqual({ reloads: 0, kept: null });
});

it('waits while the page is used, unless it is hidden', () => {
  expect(reloadWhenFree('b', page({ idleInMs: () => 9_999 }).host)).toBe(false);
  expect(reloadWhenFree('b', page({ idleInMs: () => 0, isHidden: () => true }).host)).toBe(true);
});
