import { expect, type Locator, type Page } from '@playwright/test';

/** The columns of a table, worked by keyboard. */
export class TableColumns {
  readonly page: Page;
  readonly table: Locator;

  constructor(page: Page, table: Locator) {
    this.page = page;
    this.table = table;
  }

  header(name: string): Locator {
    return this.table.getByRole('columnheader', { name, exact: true });
  }

  /** The names of the columns from left to right, without the one of the checkboxes. */
  async names(): Promise<string[]> {
    const names = await this.table
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    return names.filter((name) => name !== '');
  }

  menuButton(name: string): Locator {
    return this.table.getByRole('button', { name: `Column ${name}`, exact: true });
  }

  /** Chooses from a column's menu without the pointer. */
  async choose(name: string, item: string): Promise<void> {
    const menu = this.page.getByRole('menu');
    await this.menuButton(name).focus();
    await this.page.keyboard.press('Enter');
    const wanted = menu.getByRole('menuitem', { name: item, exact: true });
    await expect(wanted).toBeVisible();
    const sought = await wanted.textContent();
    const focused = () => this.page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let at = await focused(); at !== sought; at = await focused()) {
      await this.page.keyboard.press('ArrowDown');
      await expect.poll(focused, { message: 'the focus moves on' }).not.toBe(at);
    }
    await this.page.keyboard.press('Enter');
    await expect(menu).toBeHidden();
  }

  handle(name: string): Locator {
    return this.table.getByRole('separator', { name: `Width of ${name}`, exact: true });
  }

  /** How wide a column is on the screen, in pixels. */
  async width(name: string): Promise<number> {
    return Number(await this.handle(name).getAttribute('aria-valuenow'));
  }

  /** Where a column begins on the screen, in pixels. */
  async left(name: string): Promise<number> {
    return (await this.handle(name).boundingBox())?.x ?? 0;
  }
}
