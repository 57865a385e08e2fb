// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules()); // what is waited for is kept by the module

const settled = () => vi.waitFor(() => expect(document.documentElement.dataset.parts).toBe('loaded'), 5_000);

it('loads the parts one after the other, from the first use of the page', async () => {
  const { partLoader, preloadParts } = await import('./part-loader.ts');
  const loaded: string[] = [];
  const part = (name: string) => async () => void loaded.push(name);
  partLoader(part('dialog'));
  partLoader(() => Promise.reject(new TypeError('Failed to fetch')));
  partLoader(part('editor'));
  preloadParts();
  expect(loaded).toEqual([]);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  await settled();
  expect(loaded).toEqual(['dialog', 'editor']);
  partLoader(part('a part of a part'));
  expect(document.documentElement.dataset.parts).toBe('loading');
  await settled();
  expect(loaded).toHaveLength(3);
});

it('loads a part that is needed, again when it fails', async () => {
  const { partLoader } = await import('./part-loader.ts');
  let tries = 0;
  const load = partLoader(() =>
    ++tries < 2 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('part'),
  );
  expect(await load()).toBe('part');
});
