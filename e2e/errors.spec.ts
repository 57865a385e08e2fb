import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectReadableAnywhere, openCopy, takeAlong } from './pages/copy-file.ts';

const right = 'DE89 3704 0044 0532 0130 00';
const wrong = 'DE89 3704 0044 0532 0130 01';

test('leads from the Overview to a cause, to what its tasks have in common, to these tasks, and to files of it', async ({
  page,
  browser,
  client,
}) => {
  test.slow();
  const region = crypto.randomUUID().slice(0, 8);
  const pay = (iban: string, tags: Record<string, string>) =>
    client.createTaskAndWaitForResultAsync({
      type: 'sample.payout.send',
      name: `Payout ${region}`,
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

  const heading = page.getByRole('heading', { level: 1, name: /^BankRejectionError: AC01/ });
  await page.goto(`/tasks/${encodeURIComponent(failed?.id ?? '')}`);
  const inAll = page.getByRole('link', { name: 'This error in all tasks' });
  await answers(
    '4. Which other tasks fail with the error of this run, and since when?',
    [() => inAll.click()],
    heading,
  );
  await expect(page.getByText('First seen', { exact: true })).toBeVisible();

  await page.goto('/');
  const cause = /^.*BankRejectionError: AC01 incorrect account number/;
  const link = page.getByRole('region', { name: /^Errors of the last/ }).getByRole('link', { name: cause });
  await answers('4. Which tasks fail with this error, and since when?', [() => link.click()], heading);
  await expect(page).toHaveURL(new RegExp(`/errors/${id}`));
  const common = page.getByRole('region', { name: 'What the failing tasks have in common' });
  const value = common.getByRole('link', { name: `es-${region}` });
  await expect(value).toBeVisible();
  // other journeys can fail with this cause too, so the name is that of any task
  const latest = page.getByRole('region', { name: 'Latest failure' }).getByRole('link', { name: / #\d+$/ });
  await expect(latest).not.toHaveText(/^[0-9a-f]{8}/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const part of [common, page.getByRole('button', { name: 'More actions' })]) {
    const box = await part.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999), 'the right edge on a phone').toBeLessThanOrEqual(360 - 12);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

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
  const countIsShown = async () => {
    const { failureCount } = await client.getErrorGroupAsync(id); // other journeys can fail with this cause too
    return (await row.textContent())?.includes(`${failureCount} failures`);
  };
  await expect.poll(countIsShown).toBe(true);
  await expectAccessible(page);
  await row.getByRole('link', { name: `Wrong IBAN ${region}` }).click();

  await value.click();
  await expect(page).toHaveURL(/\/tasks\?filter=/);
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText(`Error group Wrong IBAN ${region}`);
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

  const chooseCopy = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Download a copy…' }).click();
  };
  const ofError = await takeAlong(page, chooseCopy, '1 stack of the latest failure');
  await expectAccessible(page);
  await expectReadableAnywhere(browser, ofError, [
    'AC01 incorrect account number',
    'Still failed',
    'BankRejectionError',
  ]);
  const error = await openCopy(page, ofError, /^Copy of /);
  await expect(error.getByRole('region', { name: 'Latest failure' })).toContainText('AC01 incorrect account number');
  await expect(error.getByRole('row').filter({ hasText: failed?.id ?? '' })).toContainText('Failed');
  await expect(error.getByRole('link')).toHaveCount(0); // its tasks are in another Taskdeck
  await expectAccessible(page);

  const operation = await client.createBulkOperationAsync({
    action: { kind: 'rerun' },
    selection: { filter: { id: [failed?.id ?? ''] } },
    reason: 'the bank answered again',
    tasksPerSecond: 50,
  });
  const now = () => client.getBulkOperationAsync(operation.id);
  await expect.poll(async () => (await now()).failed, { timeout: 30_000 }).toBe(1);
  await page.goto(`/operations/${operation.id}`);
  await expect(page.getByRole('row').getByRole('link', { name: `Payout ${region} #2` })).toBeVisible();
  const more = () => page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  const ofOperation = await takeAlong(
    page,
    async () => {
      await more();
      await page.getByRole('menuitem', { name: 'Download a copy…' }).click();
    },
    '1 result',
  );
  await expectReadableAnywhere(browser, ofOperation, ['Rerun 1 task', `id ${failed?.id}`, 'the bank answered again']);
  const rerun = await openCopy(page, ofOperation, /^Copy of Rerun 1 task$/);
  await expect(rerun).toContainText('At most 50 a second');
  await expect(rerun.getByRole('region', { name: 'Causes' })).toContainText('1 failed');
  await expect(rerun.getByRole('region', { name: 'What was done' })).toContainText('Create bulk operation');
  await expect(rerun.getByRole('row').filter({ hasText: failed?.id ?? '' })).toContainText('Failed');
  await expectAccessible(page);

  await page.goto(`/operations/${operation.id}`);
  await more();
  for (const name of ['Pause', 'Stop'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Repeat for failed tasks…' }).click();
  const question = page.getByRole('dialog', { name: 'Rerun 1 task?' });
  await expect(question).toBeVisible();
  await expect(question.getByRole('textbox', { name: 'Tasks a second' })).toHaveValue('50');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Rerun 1' }).click();
  await expect(page).not.toHaveURL(new RegExp(operation.id));
  const facts = page.getByText('Acts on tasks of Rerun 1 task whose result is failed');
  await expect(facts.getByRole('link')).toHaveAttribute('href', `/operations/${operation.id}`);
});
