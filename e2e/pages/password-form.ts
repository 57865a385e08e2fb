import type { Page } from '@playwright/test';

/** The form in which operators change their password, on its page and in its dialog. */
export class PasswordForm {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async change(current: string, next: string): Promise<void> {
    await this.page.getByLabel('Current password').fill(current);
    await this.page.getByLabel('New password', { exact: true }).fill(next);
    await this.page.getByLabel('New password again').fill(next);
    await this.page.getByRole('button', { name: 'Change password' }).click();
  }
}
