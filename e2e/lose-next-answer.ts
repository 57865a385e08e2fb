import type { Page } from '@playwright/test';

/** The next change that the page sends is made, and its answer is lost: that of its first try, or of several. */
export async function loseNextAnswer(page: Page, { tries = 1 } = {}): Promise<void> {
  let left = tries;
  await page.route(
    (url) => url.origin === new URL(page.url()).origin,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      left -= 1;
      await route.fetch();
      await route.abort('connectionreset');
      if (left <= 0) await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}
