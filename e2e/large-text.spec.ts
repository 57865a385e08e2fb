import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { StorePage } from './pages/store-page.ts';

/** How far each row of a tree lies over the one before it, in pixels. */
function overlaps(rows: Locator): Promise<number[]> {
  return rows.evaluateAll((elements) => {
    const boxes = elements.map((element) => element.getBoundingClientRect()).toSorted((one, other) => one.y - other.y);
    return boxes.slice(1).map((box, at) => Math.max(0, Math.round((boxes[at]?.bottom ?? 0) - box.top)));
  });
}

test('rows of trees do not lie over each other when the text is twice as large', async ({ page, client }) => {
  const largeText = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const storeName = `large-${crypto.randomUUID().slice(0, 8)}`;
  const entries = ['a', 'b', 'c'].map((id) => ({ id, value: id }));
  await client.getStateClient().saveBulkStateAsync(storeName, { entries });
  await new StorePage(page, storeName).open();
  const ids = page.getByRole('tree').getByRole('treeitem');
  await expect(ids).toHaveCount(3);
  await largeText();
  expect(await overlaps(ids)).toEqual([0, 0]);

  const { id } = await client.createTaskAsync({ type: 'sample.approval', input: { subject: 'large' } });
  await page.goto(`/tasks/${id}`);
  const steps = page.getByRole('treegrid').locator('[role=row][aria-level]');
  await expect(steps.nth(1)).toBeVisible();
  await largeText();
  expect(new Set(await overlaps(steps))).toEqual(new Set([0]));
});
