import type { Locator, Page } from '@playwright/test';

/** Tasks chosen in the list, and what can be done to them. */
export class TaskSelection {
  readonly page: Page;
  readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Selected tasks' });
  }

  /** Opens the list with this task alone and selects it. */
  async select(id: string): Promise<void> {
    await this.page.goto(`/tasks?filter=${encodeURIComponent(`"${id}"`)}`);
    await this.page.getByRole('row').filter({ hasText: id }).getByRole('checkbox').click();
  }

  action(name: 'Cancel' | 'Rerun' | 'Delete'): Locator {
    return this.bar.getByRole('button', { name });
  }
}
