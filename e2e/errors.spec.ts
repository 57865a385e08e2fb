import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const right = 'DE89 3704 0044 0532 0130 00';
const wrong = 'DE89 3704 0044 0532 0130 01';

test('leads from the Overview to a cause, to what its tasks have in common, and to these tasks', async ({
  page,
  client,
}) => {
  const region = crypto.randomUUID().slice(0, 8);
  const pay = (iban: string, tags: Record<string, string>) =>
    client.createTaskAndWaitForResultAsync({
      type: 'sample.payout.send',
      tags,
      input: { batch: region, payouts: [{ recipient: 'Huber', iban, amount: 10 }] },
    });
  const [failed] = await Promise.all([
    ...Array.from({ length: 24 }, () => pay(wrong, { region: `es-${region}` })),
    ...Array.from({ length: 24 }, () => pay(right, { region: `de-${region}` })),
  ]);
  const id = failed?.error?.fingerprint ?? '';
  const group = () => client.getErrorGroupAsync(id).catch(() => undefined); // failures are counted every second
  await expect.poll(async () => (await group())?.failureCount).toBeGreaterThanOrEqual(24);

  await page.goto('/');
  const cause = /^.*BankRejectionError: AC01 incorrect account number/;
  const link = page.getByRole('region', { name: /^Errors of the last/ }).getByRole('link', { name: cause });
  const heading = page.getByRole('heading', { level: 1, name: /^BankRejectionError: AC01/ });
  await answers('4. Which tasks fail with this error, and since when?', [() => link.click()], heading);
  await expect(page).toHaveURL(new RegExp(`/errors/${id}`));
  const common = page.getByRole('region', { name: 'What the failing tasks have in common' });
  const value = common.getByRole('link', { name: `es-${region}` });
  await expect(value).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Name and owner…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Wrong IBAN ${region}`);
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('treasury');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Wrong IBAN ${region}`);
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText('name, owner');

  await page.goto(`/errors?${new URLSearchParams({ filter: `Wrong IBAN ${region}` })}`);
  const row = page.getByRole('row').filter({ hasText: `Wrong IBAN ${region}` });
  await expect(row).toContainText('24 failures');
  await expectAccessible(page);
  await row.getByRole('link', { name: `Wrong IBAN ${region}` }).click();

  await value.click();
  await expect(page).toHaveURL(/\/tasks\?filter=/);
  await expect(page.getByRole('row').filter({ hasText: 'AC01 incorrect account number' })).toHaveCount(24);

  await page.goto(`/errors/${id}`);
  await page.getByRole('button', { name: /^Rerun the .* still failed…$/ }).click();
  await expect(dialog.getByText(/run again/).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep as it is' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeVisible();
});
