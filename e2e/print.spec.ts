import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ colorScheme: 'dark', viewport: { width: 1280, height: 500 } });

/** Texts that are cut off on paper: what scrolls or ends with an ellipsis on the screen. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
        return isCut && (overflowX !== 'visible' || overflowY !== 'visible');
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

/** How much of what is drawn lies over the row before it, in pixels. */
function overlap(page: Page, rows: string): Promise<number> {
  return page.locator(rows).evaluateAll((elements) => {
    const boxes = elements.map((element) => element.getBoundingClientRect());
    return Math.max(0, ...boxes.slice(1).map((box, at) => (boxes[at]?.bottom ?? 0) - box.top));
  });
}

type Box = { y: number; height: number } | null | undefined;
const bottomOf = (box: Box) => (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);

async function expectPaper(page: Page): Promise<void> {
  await expect(page.getByRole('complementary', { name: 'Navigation' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Live updates/ })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }), 'it names the page').toBeVisible();
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).color)).toBe('rgb(24, 24, 27)');
  expect(await cutOff(page)).toEqual([]);
}

test('a list is printed with all its loaded rows, whole ids and dates, and says what is not printed', async ({
  page,
  client,
}) => {
  const store = `paper-${crypto.randomUUID()}`;
  const ids = Array.from({ length: 70 }, (_, at) => `orders/${'long-name-'.repeat(8)}${at}`);
  await client.getStateClient().saveBulkStateAsync(store, { entries: ids.map((id) => ({ id, value: { id } })) });
  await page.goto(`/state/${store}?filter=prefix%3Aorders%2F`);
  const rows = page.locator('main table tbody tr[data-row]');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count(), 'the screen shows a part').toBeLessThan(50);
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(70);
  await expect(rows.first().locator('time')).toHaveText(/\d{2}:\d{2}:\d{2}$/);
  await expect(rows.first().getByRole('checkbox'), 'only acts').toBeHidden();
  await expectPaper(page);
  expect(await overlap(page, 'main table tbody tr[data-row]')).toBeLessThanOrEqual(1);
  await page.emulateMedia({ media: 'screen' });
  await expect(rows.first().locator('time')).toHaveText(/ago|just now/);
  expect(await rows.count()).toBeLessThan(50);
});

test('the chart of the overview is drawn in the colors of paper', async ({ page, client }) => {
  await client.createTaskAndWaitForResultAsync({ type: 'sample.sum', input: { numbers: [1, 2] } }); // for a bar
  await page.goto('/');
  const chart = page.locator('main figure canvas').first();
  await expect(chart).toBeVisible();
  /** The strongest channel of the darkest color: bars are dark in one channel on paper, too. */
  const darkest = () =>
    chart.evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let least = 255;
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.slice(at, at + 4);
        if (alpha === 255) least = Math.min(least, Math.max(red, green, blue));
      }
      return least;
    });
  await expect.poll(darkest, 'the grid lines of the dark theme').toBeLessThan(0x40);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(darkest).toBeGreaterThan(0x40);
});

test('a run is printed with all of its input and its whole id', async ({ page, client }) => {
  const lines = Array.from({ length: 90 }, (_, at) => `line ${at}`);
  const task = await client.createTaskAsync({
    type: 'http.request',
    input: { url: 'http://127.0.0.1:9', method: 'POST', body: { lines } },
    startOn: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await page.goto(`/tasks/${task.id}`);
  const tree = page.getByRole('treegrid');
  await expect(tree).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main').getByText(task.id)).toBeVisible();
  await expect(page.getByText('"line 89"')).toBeVisible();
  await expectPaper(page);
  const [steps, gridLines] = await Promise.all(
    [tree, tree.locator('xpath=preceding-sibling::div')].map((part) => part.boundingBox()),
  );
  expect(bottomOf(gridLines), 'the lines of time end with the steps').toBeLessThanOrEqual(bottomOf(steps) + 1);
  await expect(page.getByRole('tab', { name: 'Logs' }), 'tabs that are not open').toBeHidden();
});
