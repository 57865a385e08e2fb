import type { Locator, Page } from '@playwright/test';

/** Tasks chosen in the list, and what can be done to them. */
export class TaskSelection {
  readonly page: Page;
  readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Selected tasks' });
  }

  /** Opens the list with the task of this name alone and selects it. */
  async select(name: string): Promise<void> {
    await this.page.goto(`/tasks?filter=${encodeURIComponent(`"${name}"`)}`);
    await this.page.getByRole('checkbox', { name: `Select ${name}` }).click();
  }

  action(name: 'Cancel' | 'Rerun' | 'Delete'): Locator {
    return this.bar.getByRole('button', { name });
  }
}
