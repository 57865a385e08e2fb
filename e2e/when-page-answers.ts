import type { Page } from '@playwright/test';
import { pageAnswers } from '../components/shell/hold-early-input.ts';

/**
 * Lets `goto` and `reload` of a page resolve when its scripts have come: what is done with keys, the pointer or the focus
 * before is lost. A journey that acts earlier on purpose passes `waitUntil`.
 */
export async function whenPageAnswers(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    document.addEventListener(name, () => Object.assign(window, { pageAnswers: true }), { once: true });
  }, pageAnswers);
  // Survives a page that sends its reader on: the next document has to answer then.
  const answers = () =>
    page.waitForFunction(() => {
      const isOurs = document.getElementById('early-script') !== null; // a download or the last error page is not
      return document.readyState === 'complete' && ('pageAnswers' in window || !isOurs);
    });
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
