import { expect, type Locator, type Page } from '@playwright/test';

/** The palette: goes to pages, finds tasks, opens whatever a pasted id names. */
export class Palette {
  readonly page: Page;
  readonly input: Locator;

  constructor(page: Page) {
    this.page = page;
    this.input = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox');
  }

  /** By its key, once the page listens to keys. */
  async open(): Promise<void> {
    await expect(async () => {
      if (!(await this.input.isVisible())) await this.page.keyboard.press('ControlOrMeta+k');
      await expect(this.input).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }

  option(text: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: 'Find' }).getByRole('option').filter({ hasText: text });
  }

  /** Pastes a text, waits for what it names, and lands there. */
  async land(text: string, found: string): Promise<void> {
    await this.open();
    await this.input.fill(text);
    const group = this.page.getByRole('group', { name: 'This id' });
    await expect(group.getByRole('option').filter({ hasText: found })).toBeVisible();
    await this.page.keyboard.press('Enter');
  }
}
