import { expect, type Locator, type Page } from '@playwright/test';

/** The form of a new task. */
export class NewTaskPage {
  readonly page: Page;
  readonly editor: Locator;
  readonly create: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole('textbox', { name: 'Input' });
    this.create = page.getByRole('button', { name: 'Create task' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/tasks/new${query}`);
    await expect(this.editor).toBeVisible();
  }

  async chooseType(type: string): Promise<void> {
    await this.page.getByRole('group', { name: 'Type' }).getByRole('radio', { name: type }).check();
  }

  async writeInput(text: string): Promise<void> {
    await this.editor.fill(text);
  }

  /** The request as it is shown beside the form. */
  request(form: 'curl' | 'TypeScript'): Locator {
    return this.page.getByRole('tabpanel', { name: form });
  }
}
