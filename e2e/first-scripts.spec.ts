import { compileHint } from '../lib/launch/compile-hints.ts';
import { expect, test } from './fixtures.ts';

test('the scripts that a page begins with are compiled while they are loaded', async ({ page }) => {
  for (const path of ['/', '/tasks', '/state/default']) {
    const answer = await page.request.get(path);
    const tags = (await answer.text()).match(/<script [^>]*src="\/_next\/static\/chunks\/[^>]*>/g) ?? [];
    const first = tags.filter((tag) => !/nomodule/i.test(tag)).map((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? '');
    expect(first.length, path).toBeGreaterThan(5);
    for (const script of first) {
      const text = await (await page.request.get(script)).text();
      expect(text.slice(0, compileHint.length), `${script} of ${path}`).toBe(compileHint);
    }
  }
});
