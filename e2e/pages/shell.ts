import type { Locator, Page } from '@playwright/test';

/** What stands around every page. */
export class Shell {
  readonly page: Page;
  readonly live: Locator;

  constructor(page: Page) {
    this.page = page;
    this.live = page.getByRole('button', { name: /^Live updates/ });
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
