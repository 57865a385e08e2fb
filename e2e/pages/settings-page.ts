import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';

/** The pages of the settings where an administrator lets people and programs in. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** Invites an operator. Resolves with the link. */
  async invite({ email, name, role }: { email: string; name: string; role: string }): Promise<string> {
    await this.page.getByRole('button', { name: 'Invite operator' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Invite an operator' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Role', { exact: true }).selectOption(role);
    await expectAccessible(this.page);
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const link = await this.keep(`Invitation of ${email}`);
    await expect(this.row(email)).toContainText('Invited');
    await expect(this.row(email)).toContainText(role);
    return link;
  }

  /** Replaces the invitation of an operator. Resolves with the link. */
  async inviteAgain(email: string): Promise<string> {
    await this.row(email)
      .getByRole('button', { name: `More for ${email}` })
      .click();
    await this.page.getByRole('menuitem', { name: 'Invite again…' }).click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Create invitation' }).click();
    return this.keep(`Invitation of ${email}`);
  }

  /** Makes a key of a service account. Resolves with the key. */
  async makeKey({ name, account, role }: { name: string; account: string; role: string }): Promise<string> {
    await this.page.getByRole('button', { name: 'New API key' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Service account').fill(account);
    await dialog.getByLabel('Role', { exact: true }).selectOption(role);
    await expectAccessible(this.page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    return this.keep(`Key of ${name}`);
  }

  /** Makes the successor of a key, which goes on for an hour. Resolves with the new key. */
  async rotateKey(name: string): Promise<string> {
    await this.page.getByRole('button', { name: `Rotate ${name}` }).click();
    const dialog = this.page.getByRole('dialog', { name: `Rotate ${name}?` });
    await dialog.getByLabel('The old key ends').selectOption('After 1 hour');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    return this.keep(`Key of ${name}`);
  }

  /** What a dialog shows once. */
  async keep(title: string): Promise<string> {
    const given = this.page.getByRole('dialog', { name: title });
    const text = (await given.getByRole('definition').first().textContent()) ?? '';
    if (title.startsWith('Key ')) await expect(given).toContainText(`TASKDECK_API_KEY=${text}`);
    await given.getByRole('button', { name: 'I have saved it' }).click();
    await expect(given).toBeHidden(); // while it is open, no row has a role
    return text;
  }

  /** Gives the reason of an act that waits for a second person. */
  async ask(reason: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Ask a second person' });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(this.page.getByText('Request sent')).toBeVisible();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Asks to set a secret again, as the button `Set …` of its row does, and takes the request back under Approvals. */
  async withdraw(button: string, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
    const dialog = this.page.getByRole('dialog', { name: button });
    await dialog.getByLabel('Value').fill('s3cr3t-withdrawn');
    await dialog.getByRole('button', { name: 'Set secret' }).click();
    await this.ask(reason);
    await this.page.goto('/approvals');
    await this.row(reason)
      .getByRole('button', { name: /^Withdraw/ })
      .click();
    const question = this.page.getByRole('alertdialog', { name: 'Withdraw your request?' });
    await expectAccessible(this.page);
    await question.getByRole('button', { name: 'Withdraw request' }).click();
    await expect(question).toBeHidden(); // while it is open, no row has a role
    await expect(this.row(reason)).toContainText('Withdrawn');
  }
}
