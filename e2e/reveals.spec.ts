import { expect, expectAccessible, test } from './fixtures.ts';

test.use({ role: 'reader' });

test('asks to see a hidden value, sees it once that is granted, as others see, and hides it again', async ({
  page,
  client,
  openAs,
}) => {
  const run = crypto.randomUUID().slice(0, 8);
  const storeName = `reveals-${run}`;
  const reason = `Ada asks for her pin ${run}`;
  await client
    .getStateClient()
    .saveStateAsync(storeName, { id: 'ada', value: { name: 'Ada', pin: 'pin 4711' }, sensitive: ['/pin'] });

  await page.goto(`/state/${storeName}?entry=ada`);
  const entry = page.getByRole('complementary', { name: 'Entry' });
  const hidden = entry.getByRole('region', { name: 'Hidden values' });
  await expect(entry.getByText('redacted')).toBeVisible();
  await hidden.getByRole('button', { name: 'Ask to reveal…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect(hidden).toContainText('Your request waits for an answer.');
  await expectAccessible(page);

  const admin = await openAs('admin');
  await admin.goto('/approvals');
  const request = admin.getByRole('row').filter({ hasText: run });
  await request.getByRole('button', { name: /^Grant/ }).click();
  await admin.getByRole('dialog').getByLabel('Note').fill('The last digit is enough');
  await admin.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
  await expect(admin.getByText('Request granted')).toBeVisible();
  await expectAccessible(admin);

  await hidden.getByRole('button', { name: 'Reveal now' }).click();
  await expect(entry.getByText('pin 4711')).toBeVisible();
  await expect(hidden).toContainText('You see the hidden values of this entry until');
  await expectAccessible(page);

  await admin.goto(`/state/${storeName}?entry=ada`);
  const seen = admin.getByRole('complementary', { name: 'Entry' });
  await expect(seen).toContainText('rita@example.com sees the hidden values of this entry');
  await expect(seen).toContainText(reason);

  await hidden.getByRole('button', { name: 'Hide them now' }).click();
  await expect(entry.getByText('redacted')).toBeVisible();
  await expect(entry.getByText('pin 4711')).toHaveCount(0);
  await expect(seen).toContainText('rita@example.com saw the hidden values of this entry');
  await page.goto('/approvals');
  const own = page.getByRole('row').filter({ hasText: run });
  await expect(own).toContainText('Used');
  await expect(own).toContainText('The last digit is enough');
});
