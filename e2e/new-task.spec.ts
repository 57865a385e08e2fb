import { expect, expectAccessible, test } from './fixtures.ts';
import { NewTaskPage } from './pages/new-task-page.ts';

test('creates a task: type, checked input, schedule, the same request as code', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/404/); // the task that the first address names
  const form = new NewTaskPage(page);
  await form.open('?from=no-such-task');
  await expect(page.getByText('there is no task no-such-task that you can see')).toBeVisible();
  await form.create.click();
  await expect(page.getByText('Choose a type')).toBeVisible();

  await form.chooseType('sample.report.sales');
  await expect(form.editor).toContainText('periodInMinutes');
  await form.writeInput('{"shop": 7}');
  await expect(page.getByText('This is number; it must be string.')).toBeVisible();
  await expectAccessible(page);

  await form.writeInput('{"shop": "eu", "periodInMinutes": 5}');
  await page.getByLabel('Name', { exact: true }).fill('Weekday report');
  await expect(page.locator('datalist#queues option[value="default"]')).toBeAttached();
  await page.getByLabel('On a schedule').check();
  await page.getByLabel('Cron').fill('0 6 * * 1-5');
  await expect(page.getByText('Next 10, in UTC')).toBeVisible();
  await expect(form.request('curl')).toContainText('"cron": "0 6 * * 1-5"');
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await expect(form.request('TypeScript')).toContainText("name: 'Weekday report'");
  await expectAccessible(page);

  await form.create.click();
  await page.waitForURL(/\/tasks\/(?!new)/);
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  const task = await client.getTaskAsync(id);
  expect(task).toMatchObject({ name: 'Weekday report', schedule: { cron: '0 6 * * 1-5' }, status: 'scheduled' });
});

test("the service's problems stand at their fields", async ({ page, client }) => {
  const id = `taken-${crypto.randomUUID()}`;
  const input = { shop: 'eu', periodInMinutes: 5 };
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  await client.createTaskAsync({ id, type: 'sample.report.sales', input, startOn });
  const form = new NewTaskPage(page);
  await form.open(`?from=${id}`);
  await expect(form.editor).toContainText('"shop": "eu"');
  await page.getByLabel('Id', { exact: true }).fill('not an id');
  await form.create.click();
  await expect(page.getByText('a task id is 1 to 128 characters')).toBeVisible();
  await page.getByLabel('Id', { exact: true }).fill(id);
  await form.create.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The task was not created' })).toContainText(
    'TaskAlreadyExists',
  );
});

test('a draft survives a reload, and leaving it asks', async ({ page }) => {
  const form = new NewTaskPage(page);
  await form.open();
  await form.chooseType('sample.report.sales');
  await page.getByLabel('Name', { exact: true }).fill('Half written');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved draft is back.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half written');

  await page.getByRole('link', { name: 'Workers' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave this form?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/tasks\/new/);
  await page.getByRole('link', { name: 'Workers' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/workers/);
});
