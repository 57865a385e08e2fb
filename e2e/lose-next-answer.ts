import type { Page } from '@playwright/test';

/** The next change that the page sends is made, and its answer is lost. */
export async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    (url) => url.origin === new URL(page.url()).origin,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}
