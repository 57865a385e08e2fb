import { expect, type Locator, type Page } from '@playwright/test';

/** A store's page as far as entries are edited on it: the editor, new entries, the basket and recent changes. */
export class StateEditor {
  readonly page: Page;
  readonly storeName: string;
  readonly value: Locator;
  readonly save: Locator;

  constructor(page: Page, storeName: string) {
    this.page = page;
    this.storeName = storeName;
    this.value = page.getByRole('textbox', { name: 'Value' });
    this.save = page.getByRole('button', { name: 'Save', exact: true });
  }

  /** The address of the store's page, with an entry open. */
  private address(query: Record<string, string>): string {
    return `/state/${encodeURIComponent(this.storeName)}?${new URLSearchParams(query)}`;
  }

  /** Opens an entry and presses Edit. */
  async edit(id: string): Promise<void> {
    await this.page.goto(this.address({ entry: id }));
    await this.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(this.panel(id)).toBeVisible();
    await expect(this.value).toBeVisible();
  }

  async openStore(): Promise<void> {
    await this.page.goto(this.address({}));
    await expect(this.page.getByRole('button', { name: 'New entry' })).toBeVisible();
  }

  panel(id: string): Locator {
    return this.page.getByRole('complementary', { name: new RegExp(`^(Edit|Merge) ${escaped(id)}$`) });
  }

  async write(text: string): Promise<void> {
    await this.value.fill(text);
  }

  /** Waits until the service has saved it and the editor is closed. */
  async saveAndClose(id: string): Promise<void> {
    await this.save.click();
    await this.isClosed(id);
    await expect(this.told('Entry saved').first()).toBeVisible();
  }

  async isClosed(id: string): Promise<void> {
    await expect(this.panel(id)).toHaveCount(0);
  }

  /** One place that both changed. */
  conflict(place: string): Locator {
    return this.page.getByRole('group', { name: place });
  }

  /** A message in the corner. */
  told(text: string): Locator {
    return this.page.locator('[data-sonner-toast]').filter({ hasText: text });
  }

  /** The list of this tab's changes, opened. */
  async openRecentChanges(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Recent changes' }).click();
    const list = this.page.getByRole('dialog', { name: 'Recent changes' });
    await expect(list).toBeVisible();
    return list;
  }

  async openBasket(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Basket/ }).click();
    const basket = this.page.getByRole('dialog', { name: 'Basket' });
    await expect(basket).toBeVisible();
    return basket;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
