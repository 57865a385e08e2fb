import { expect, type Locator, type Page } from '@playwright/test';
import { pressUntilTaken } from './keyboard.ts';

/** The palette: goes to pages, finds tasks, opens whatever a pasted id names. */
export class Palette {
  readonly page: Page;
  readonly input: Locator;

  constructor(page: Page) {
    this.page = page;
    this.input = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox');
  }

  /** Opens it by its key, once the page takes keys. */
  async open(): Promise<void> {
    if (!(await this.input.isVisible())) await pressUntilTaken(this.page, 'ControlOrMeta+k');
    await expect(this.input).toBeVisible();
  }

  /** The lines that begin with this text. What was typed may stand further on in others, such as the search for it. */
  option(text: string): Locator {
    const name = new RegExp(`^${RegExp.escape(text)}`);
    return this.page.getByRole('dialog', { name: 'Find' }).getByRole('option', { name });
  }

  /** Pastes a text, waits for what it names, and lands there. */
  async land(text: string, found: string): Promise<void> {
    await this.open();
    await this.input.fill(text);
    const group = this.page.getByRole('group', { name: 'This id' });
    await expect(group.getByRole('option').filter({ hasText: found })).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(this.input).toBeHidden();
  }
}
