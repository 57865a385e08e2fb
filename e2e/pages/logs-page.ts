import { expect, type Locator, type Page } from '@playwright/test';

/** The logs of all tasks. */
export class LogsPage {
  readonly rows: Locator;
  readonly level: Locator;
  readonly strip: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.rows = page.getByRole('table', { name: 'logs' }).locator('[data-row]');
    this.level = page.getByRole('combobox', { name: 'Level' });
    this.strip = page.getByRole('slider', { name: 'Range of time' });
  }

  async open(filter: string): Promise<void> {
    await this.#page.goto(`/logs?${new URLSearchParams({ filter })}`);
  }

  /** The server does not draw the strip: once it is there, the page takes input. */
  async isLive(): Promise<void> {
    await expect(this.strip).toBeVisible();
  }
}
