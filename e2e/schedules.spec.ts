import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';

test('reads what a schedule means, changes it, pauses and resumes it', async ({ page, client }) => {
  const scheduled = sampleTasks(new Date()).find(({ schedule }) => schedule !== undefined);
  if (scheduled === undefined) throw new Error('there are no samples');
  const name = `Report ${crypto.randomUUID()}`;
  const task = await client.createTaskAsync({
    ...scheduled,
    name,
    schedule: { cron: '30 8 * * 1', timeZone: 'Europe/Berlin' },
  });

  await page.goto('/schedules');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('At 08:30, only on Monday');
  await expect(row).toContainText('Europe/Berlin');
  await expectAccessible(page);

  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit schedule' });
  const cron = dialog.getByLabel('Cron expression');
  await cron.fill('61 * * * *');
  await expect(dialog.getByRole('alert')).toContainText(/minute|range/i);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await cron.fill('0 6 * * *');
  await expect(dialog).toContainText('At 06:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('At 06:00');
  expect((await client.getTaskAsync(task.id)).schedule).toMatchObject({ cron: '0 6 * * *', timeZone: 'Europe/Berlin' });

  const before = (await client.getTaskAsync(task.id)).nextRunOn ?? '';
  await row.getByRole('button', { name: /^Skip the next run/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Skip the next run?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Skip' }).click();
  await expect(question).toBeHidden();
  const skipped = (await client.getTaskAsync(task.id)).nextRunOn ?? '';
  expect(Date.parse(skipped), 'the next day, whatever the clocks do').toBeGreaterThanOrEqual(
    Date.parse(before) + 82_800_000,
  );

  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('none while paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row.getByRole('button', { name: /^Pause/ })).toBeVisible();

  await row.getByRole('button', { name: /^Run .* now$/ }).click();
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Started' })).toBeVisible();
  const hasBegun = async () => {
    const { status, runCount } = await client.getTaskAsync(task.id);
    return runCount > 1 || status !== 'scheduled';
  };
  await expect.poll(hasBegun).toBe(true);
  await client.deleteTaskAsync(task.id, { force: true });
});

test('a change made meanwhile is not overwritten', async ({ page, client }) => {
  const scheduled = sampleTasks(new Date()).find(({ schedule }) => schedule !== undefined);
  if (scheduled === undefined) throw new Error('there are no samples');
  const name = `Report ${crypto.randomUUID()}`;
  const task = await client.createTaskAsync({ ...scheduled, name, schedule: { cron: '0 1 1 1 *', timeZone: 'UTC' } });
  await page.goto('/schedules');
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /^Edit/ }).click();
  await client.updateTaskAsync(task.id, { description: 'changed by a colleague' });
  const dialog = page.getByRole('dialog', { name: 'Edit schedule' });
  await dialog.getByLabel('Cron expression').fill('0 2 1 1 *');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('changed in the meantime');
  expect((await client.getTaskAsync(task.id)).schedule).toMatchObject({ cron: '0 1 1 1 *' });
  await client.deleteTaskAsync(task.id, { force: true });
});
