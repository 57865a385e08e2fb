import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('is used by every page, or says itself that nothing is prefetched for each link on the screen', () => {
  const files = globSync('{app,components,lib}/**/*.tsx').filter((file) => !file.endsWith('ui/link.tsx'));
  const own = files.filter((file) => readFileSync(file, 'utf8').includes("from 'next/link'"));
  expect(own.length).toBeGreaterThan(0);
  for (const file of own) {
    const text = readFileSync(file, 'utf8');
    expect(text.match(/prefetch=\{false\}/g)?.length, file).toBe(text.match(/<Link\b/g)?.length);
  }
});
