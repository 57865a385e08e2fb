import { expect, type Locator, type Page } from '@playwright/test';
import { pressUntilTaken } from './keyboard.ts';

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

  /** The row in this place of the list, counted from 1; it is drawn while it is on the screen. */
  rowAt(place: number): Locator {
    return this.table.locator(`tr[aria-rowindex="${place + 1}"]`); // the header is the first
  }

  async addFilter(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  chip(words: string): Locator {
    return this.filter.getByRole('button', { name: `Edit the condition ${words}` });
  }

  async focusFilter(): Promise<void> {
    await pressUntilTaken(this.page, '/');
    await expect(this.input).toBeFocused();
  }

  /** Presses the first key of a journey, once the page takes keys. It moves the focus to a row. */
  async pressFirst(key: string): Promise<void> {
    await pressUntilTaken(this.page, key);
    await expect(this.rows().and(this.page.locator(':focus'))).toHaveCount(1);
  }
}
