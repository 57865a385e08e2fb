import { expect, type Locator, type Page } from '@playwright/test';

/** What stands around every page. */
export class Shell {
  readonly page: Page;
  readonly live: Locator;

  constructor(page: Page) {
    this.page = page;
    this.live = page.getByRole('button', { name: /^Live updates/ });
  }

  /** Waits until the stream of changes stands: from then on the page also answers to hovering and to the focus. */
  async isLive(): Promise<void> {
    await expect(this.live).toHaveAccessibleName('Live updates: Live');
  }

  async openOperatorMenu(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Signed in as/ }).click();
    return this.page.getByRole('dialog', { name: 'You' });
  }

  async signOut(): Promise<void> {
    const menu = await this.openOperatorMenu();
    await menu.getByRole('button', { name: 'Sign out' }).click();
  }
}
