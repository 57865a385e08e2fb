import { expect, type Locator, type Page } from '@playwright/test';

/** A store's page: the tree of its ids, its entries, and the one that is open. */
export class StorePage {
  readonly page: Page;
  readonly storeName: string;
  readonly tree: Locator;
  readonly table: Locator;
  readonly entry: Locator;
  readonly dialog: Locator;
  readonly versions: Locator;

  constructor(page: Page, storeName: string) {
    this.page = page;
    this.storeName = storeName;
    this.tree = page.getByRole('tree', { name: `Ids of ${storeName}` });
    this.table = page.getByRole('table', { name: 'Entries' });
    this.entry = page.getByRole('complementary', { name: 'Entry', exact: true });
    this.dialog = page.getByRole('dialog');
    this.versions = page.getByRole('list', { name: 'Versions' });
  }

  async open(query: Record<string, string> = {}): Promise<void> {
    await this.page.goto(`/state/${this.storeName}?${new URLSearchParams(query)}`);
    await expect(this.table).toHaveAttribute('aria-busy', 'false');
  }

  rows(): Locator {
    return this.table.locator('tbody').getByRole('row');
  }

  row(id: string): Locator {
    return this.rows().filter({ has: this.page.getByTitle(id, { exact: true }) });
  }

  /** An item of the tree by what a screen reader hears of it: its segment, and how many entries are below it. */
  node(name: string): Locator {
    return this.tree.getByRole('treeitem', { name, exact: true });
  }

  /** The item of the tree that has the focus. */
  get focused(): Locator {
    return this.tree.locator('[role="treeitem"]:focus');
  }

  async select(id: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).click();
  }

  async tab(name: 'Value' | 'Versions' | 'Access' | 'Blob'): Promise<void> {
    await this.entry.getByRole('tab', { name }).click();
  }

  version(number: number): Locator {
    return this.versions.getByRole('listitem').filter({ hasText: new RegExp(`^${number}`) });
  }

  /** Chooses from the menu of what can be done to all of the store. */
  async more(item: 'Import…' | 'Export…' | 'Policy…'): Promise<void> {
    await this.page.getByRole('button', { name: 'More for this store' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Waits for a message in the corner, and takes back what it tells of. */
  async undo(told: string): Promise<void> {
    const toast = this.page.locator('[data-sonner-toast]').filter({ hasText: told });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(this.page.locator('[data-sonner-toast]').filter({ hasText: 'Undone' })).toBeVisible();
  }
}
