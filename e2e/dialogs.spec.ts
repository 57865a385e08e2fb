import { expect, expectAccessible, test } from './fixtures.ts';
import { RunPage } from './pages/run-page.ts';

test('what was typed into a dialog is not lost by Escape, a click beside it or Close', async ({ page }) => {
  await page.goto('/settings/api-keys');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const open = () => page.getByRole('button', { name: 'New API key' }).click();
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog, 'nothing was typed').toBeHidden();

  await open();
  await name.pressSequentially('deployments');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('deployments');
  await expect(name).toBeFocused();

  await page.mouse.click(5, 400);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'New API key' })).toBeFocused();

  await open();
  await expect(name).toHaveValue('');
  await name.pressSequentially('given up');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog, 'Cancel says it by itself').toBeHidden();
});

test('what was typed into the editor of a dialog is asked about on a phone as well', async ({ page, client }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { id } = await client.createTaskAndWaitForResultAsync({ type: 'sample.sum', input: { numbers: [1, 2] } });
  const run = new RunPage(page);
  await run.open(id);
  await run.hasStatus('Succeeded');
  await run.action('Rerun').click();
  const editor = run.dialog.getByRole('textbox').first();
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ');
  await run.dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(run.dialog).toBeHidden();
});
