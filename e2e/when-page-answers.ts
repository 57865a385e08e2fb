import type { Page } from '@playwright/test';
import { pageAnswers } from '../components/shell/hold-early-clicks.ts';

/**
 * Lets `goto` and `reload` of a page resolve when its scripts have come: what is done with keys, the pointer or the focus
 * before is lost. A journey that acts earlier on purpose passes `waitUntil`.
 */
export async function whenPageAnswers(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    document.addEventListener(name, () => Object.assign(window, { pageAnswers: true }), { once: true });
  }, pageAnswers);
  const answers = () =>
    page.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const isOurs = document.getElementById('early-clicks') !== null; // a download or the last error page is not
          if ('pageAnswers' in window || !isOurs) resolve();
          else document.addEventListener(name, () => resolve(), { once: true });
        }),
      pageAnswers,
    );
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (options?.waitUntil === undefined) await answers();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await answers();
    return response;
  };
}
