import { expect, type Locator, type Page } from '@playwright/test';
import { pressUntilTaken } from './keyboard.ts';

/** The page of a task: one of its runs. */
export class RunPage {
  readonly page: Page;
  readonly header: Locator;
  readonly steps: Locator;
  readonly dialog: Locator;
  readonly confirmation: Locator;
  readonly logLines: Locator;
  readonly logSearch: Locator;
  readonly runs: Locator;

  constructor(page: Page) {
    this.page = page;
    this.header = page.getByRole('main').locator('header').first();
    this.steps = page.getByRole('treegrid', { name: 'Steps of this run' });
    this.dialog = page.getByRole('dialog');
    this.confirmation = page.getByRole('alertdialog');
    this.logLines = page.getByRole('region', { name: 'Log lines' });
    this.logSearch = page.getByRole('searchbox', { name: 'Search all lines of this run' });
    this.runs = page.getByRole('table', { name: 'Runs of this task' });
  }

  async open(id: string, query: Record<string, string> = {}): Promise<void> {
    await this.page.goto(`/tasks/${id}?${new URLSearchParams(query)}`);
    await expect(this.header.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Waits until the status of the run that is seen has this word. */
  async hasStatus(word: string, timeout = 20_000): Promise<void> {
    await expect(this.header.getByText(word, { exact: true })).toBeVisible({ timeout });
  }

  step(name: string): Locator {
    return this.steps.getByRole('row').filter({ hasText: name });
  }

  /** The selected step's details, or the run's while none is selected. */
  details(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  action(name: string): Locator {
    return this.header.getByRole('button', { name, exact: true });
  }

  /** Presses the button of the header that is the first to have this name, in the moment in which it has it. */
  async pressAsItBecomes(name: string): Promise<void> {
    await this.header.evaluate((header, sought) => {
      const observer = new MutationObserver(() => {
        const button = [...header.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === sought);
        if (button === undefined) return;
        observer.disconnect();
        button.click();
      });
      observer.observe(header, { subtree: true, childList: true, characterData: true });
    }, name);
  }

  /** Chooses it while live updates are paused, which does not keep back what the operator does. */
  async chooseWhilePaused(item: string, status: string): Promise<void> {
    await this.page.keyboard.press('p');
    await this.choose(item);
    await this.hasStatus(status);
    await this.page.keyboard.press('p');
  }

  async choose(item: string): Promise<void> {
    await this.action('More actions').click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Replaces the text of an editor in the open dialog. */
  async write(label: string | RegExp, text: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: label }).fill(text);
  }

  /** Presses the first key of a journey, once the page takes keys. It selects this step. */
  async pressFirst(key: string, step: string): Promise<void> {
    await pressUntilTaken(this.page, key);
    await expect(this.step(step)).toHaveAttribute('aria-selected', 'true');
  }
}
