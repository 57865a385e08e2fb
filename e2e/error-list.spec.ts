import { expect, expectAccessible, test } from './fixtures.ts';

const letters = () => crypto.randomUUID().replace(/[^a-f]/g, '');

test('a selection of errors survives a reload, and an error that leaves the filter says so where it stands', async ({
  page,
  client,
}) => {
  const key = `pick ${letters()}`;
  const fail = async (step: string) => {
    const steps = [{ name: `${key} ${step}`, http: { url: 'http://127.0.0.1:9' } }];
    const input = { type: 'workflow', input: { steps }, retry: { maximumAttempts: 1 } };
    const { error } = await client.createTaskAndWaitForResultAsync(input);
    return error?.fingerprint ?? '';
  };
  const ids = [await fail('one'), await fail('two')];
  for (const id of ids) await expect.poll(() => client.getErrorGroupAsync(id).catch(() => undefined)).toBeDefined();

  await page.goto(`/errors?${new URLSearchParams({ filter: `"${key}"` })}`);
  const row = (step: string) => page.getByRole('row').filter({ hasText: `${key} ${step}` });
  const bar = page.getByRole('region', { name: 'Selected errors' });
  for (const step of ['one', 'two']) await row(step).getByRole('checkbox').click();
  await expect(bar).toContainText('2 selected');
  await page.reload();
  await expect(bar).toContainText('2 selected');
  await expect(row('two').getByRole('checkbox')).toBeChecked();

  await client.updateErrorGroupAsync(ids[0] ?? '', { status: 'resolved' });
  await fail('three'); // a change that the list hears of
  await expect(row('one')).toContainText('now Resolved');
  await expect(row('two')).not.toContainText('now ');
  await expectAccessible(page);
  await page.reload();
  await expect(row('one'), 'the list is read anew').toHaveCount(0);
  await expect(bar, 'what is selected stays selected').toContainText('2 selected');
});
