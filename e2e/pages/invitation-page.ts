import type { Page } from '@playwright/test';
import { whenPageAnswers } from '../when-page-answers.ts';

/** The page that the link of an invitation opens. */
export class InvitationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a link anew: an address that differs after `#` alone would not be loaded. */
  async open(link: string): Promise<void> {
    await whenPageAnswers(this.page);
    await this.page.goto('/sign-in');
    await this.page.goto(link);
  }

  async choose(password: string): Promise<void> {
    await this.page.getByLabel('New password', { exact: true }).fill(password);
    await this.page.getByLabel('New password again').fill(password);
    await this.page.getByRole('button', { name: 'Set password and sign in' }).click();
  }
}
