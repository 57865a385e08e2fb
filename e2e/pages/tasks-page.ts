import { expect, type Locator, type Page } from '@playwright/test';

/** The task list. */
export class TasksPage {
  readonly page: Page;
  readonly table: Locator;
  readonly filter: Locator;
  readonly input: Locator;
  readonly newRows: Locator;
  readonly dialog: Locator;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Tasks' });
    this.filter = page.getByRole('search', { name: 'Filter tasks' });
    this.input = this.filter.getByRole('combobox');
    this.newRows = page.getByRole('button', { name: /^\d+\+? new$/ });
    this.dialog = page.getByRole('dialog');
    this.panel = page.getByRole('complementary', { name: 'Task beside the list' });
  }

  async open(filter = '', more: Record<string, string> = {}): Promise<void> {
    await this.page.goto(`/tasks?${new URLSearchParams({ ...(filter && { filter }), ...more })}`);
    await expect(this.table).toHaveAttribute('aria-busy', 'false');
  }

  /** The rows of tasks, without the header's. */
  rows(): Locator {
    return this.table.locator('tbody').getByRole('row');
  }

  row(name: string): Locator {
    return this.rows().filter({ hasText: name });
  }

  async addFilter(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  chip(text: string): Locator {
    return this.filter.getByRole('button', { name: `Edit the condition ${text}` });
  }

  async focusFilter(): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('/');
      await expect(this.input).toBeFocused({ timeout: 500 });
    }).toPass();
  }

  /** Waits until the keyboard is listened to. */
  async pressFirst(key: string): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press(key);
      await expect(this.rows().and(this.page.locator(':focus'))).toHaveCount(1, { timeout: 500 });
    }).toPass();
  }
}
