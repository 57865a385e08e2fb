import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';

test('tells who changed what, from where, and how it went', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const id = `audit-${crypto.randomUUID()}`;
  await client.createTaskAsync({ ...quick, id, queue: 'audit-nobody-serves-this' });
  await client.cancelTaskAsync(id, { reason: 'no longer needed' });

  await page.goto(`/audit?filter=${encodeURIComponent(`target:${id}`)}`);
  const rows = page.getByRole('table', { name: 'changes' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Cancel task');
  await expect(rows.first()).toContainText('Done');
  await expect(rows.first()).toContainText('journeys');
  await expectAccessible(page);

  await rows.first().getByText('Cancel task').click();
  const sheet = page.getByRole('dialog', { name: 'Cancel task' });
  await expect(sheet).toContainText('API key');
  await expect(sheet).toContainText(/127\.0\.0\.1|::1/);
  await expect(sheet.getByRole('button', { name: /copy request id/ })).toBeVisible();
  await expectAccessible(page);
  await expect(sheet.getByRole('link', { name: 'All changes by journeys' })).toHaveAttribute('href', /filter=who/);
  await sheet.getByRole('link', { name: quick.name ?? quick.type }).click();
  await expect(page).toHaveURL(new RegExp(`/tasks/${id}`));
});

test.describe('an operator without the scope', () => {
  test.use({ role: 'reader' });

  test('is told what it takes', async ({ page }) => {
    await page.goto('/audit');
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
    await expect(page.getByText('audit/read')).toBeVisible();
    await expectAccessible(page);
  });
});
