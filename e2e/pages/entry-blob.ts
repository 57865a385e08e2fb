import { expect, type Locator, type Page } from '@playwright/test';

/** The blob of an entry, in the inspector of its store's page. */
export class EntryBlobPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly preview: Locator;
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Blob', exact: true });
    this.preview = this.panel.getByRole('region', { name: 'Preview' });
    this.question = page.getByRole('alertdialog');
  }

  async open(storeName: string, id: string): Promise<void> {
    await this.page.goto(`/state/${storeName}?${new URLSearchParams({ entry: id, tab: 'blob' })}`);
    await expect(this.panel).toBeVisible();
  }

  /** A fact of the blob by its name. */
  fact(name: string): Locator {
    return this.panel
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd');
  }

  upload(fileName: string): Locator {
    return this.panel.getByRole('article', { name: `Upload of ${fileName}`, exact: true });
  }

  unfinished(fileName: string): Locator {
    return this.panel.getByRole('article', { name: `Unfinished upload of ${fileName}` });
  }

  /** Lets a file fall on the panel, as from the desktop. */
  async drop(path: string): Promise<void> {
    await dropFiles(this.page, this.panel, [path]);
  }

  async choose(path: string): Promise<void> {
    await this.panel.locator('input[type=file]').first().setInputFiles(path);
  }

  async replace(): Promise<void> {
    await this.question.getByRole('button', { name: 'Replace' }).click();
    await expect(this.question).toBeHidden();
  }
}

/** Lets files of this machine fall on an element. A script cannot make files of paths: an input of the test's own can. */
export async function dropFiles(page: Page, target: Locator, paths: string[]): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.id = 'files-of-the-test';
    input.hidden = true;
    document.body.append(input);
  });
  await page.locator('#files-of-the-test').setInputFiles(paths);
  const dataTransfer = await page.evaluateHandle(() => {
    const input = document.querySelector<HTMLInputElement>('#files-of-the-test');
    const transfer = new DataTransfer();
    for (const file of input?.files ?? []) transfer.items.add(file);
    input?.remove();
    return transfer;
  });
  await target.dispatchEvent('dragenter', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}
