import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../people.ts';

/** The page where an operator signs in. */
export class SignInPage {
  readonly page: Page;
  readonly problem: Locator;

  constructor(page: Page) {
    this.page = page;
    this.problem = page.getByRole('alert').filter({ hasText: /\S/ });
  }

  async open(): Promise<void> {
    await this.page.goto('/sign-in');
  }

  async signIn({ email, password }: Person): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async hasLeft(): Promise<void> {
    await expect(this.page).not.toHaveURL(/\/sign-in/);
  }
}
