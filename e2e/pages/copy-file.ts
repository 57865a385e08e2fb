import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';

/** Chooses Download a copy, expects what the file will hold, downloads it, and returns its path. */
export async function takeAlong(page: Page, choose: () => Promise<void>, holds: string): Promise<string> {
  await choose();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'What the file holds' })).toContainText(holds);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const download = await downloading;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Opens a file on the page for copies and returns the copy. */
export async function openCopy(page: Page, file: string, name: RegExp): Promise<Locator> {
  await page.goto('/copy');
  await page.getByLabel('The file of a copy').setInputFiles(file);
  const copy = page.getByRole('article', { name });
  await expect(copy).toBeVisible();
  return copy;
}

/** Opens a file as a stranger does: in a browser without an account, a network or scripts. */
export async function expectReadableAnywhere(browser: Browser, file: string, texts: readonly string[]): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.goto(`file://${file}`);
  for (const text of texts) await expect(page.locator('body')).toContainText(text);
  await context.close();
}
