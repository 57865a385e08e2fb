import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Menus, and tooltips of what is in no landmark, are drawn at the end of the document and belong to what they describe. */
const isFloating = (rule: string, html: string) =>
  rule === 'region' && /role="tooltip"|data-radix-popper-content-wrapper/.test(html);

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of these standards whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Fails when axe finds a breach of WCAG 2.2 AA on the page as it is: every rule in the light theme, and in the dark
 * theme, which has the same document, the rules about colours. The page is left in the theme that it had.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    // A breach must last: while the theme turns, a colour of the one can stand on the other's for a moment.
    await expect(async () => {
      const violations = await breaches(
        page,
        colorScheme === 'light' ? { type: 'tag', values: standards } : { type: 'rule', values: colourRules },
      );
      const found = violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ html }) => !isFloating(id, html))
          .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
      );
      expect(found, `axe, ${colorScheme} theme, ${page.url()}`).toEqual([]);
    }).toPass({ timeout: 30_000 });
  }
  await page.emulateMedia({ colorScheme: before ? 'dark' : 'light' });
}

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Runs axe in the page itself, which has no frames. A document gets it once: its source is more than half a megabyte. Style
 * sheets are not fetched and parsed once more for it: the one rule that reads them is experimental, and does not run.
 */
async function breaches(page: Page, runOnly: axe.RunOnly): Promise<axe.Result[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (only) => window.axe.run({ runOnly: only, resultTypes: ['violations'], preload: { assets: ['media'] } }),
    runOnly,
  );
  return violations;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
