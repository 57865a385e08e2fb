import { expect, expectAccessible, test } from './fixtures.ts';
import { TasksPage } from './pages/tasks-page.ts';

test('a filter is saved as a view, shared, changed, reset and deleted', async ({ page, client, openAs }) => {
  const batch = crypto.randomUUID();
  const name = `View ${batch}`;
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  const input = { shop: 'eu', periodInMinutes: 5 };
  for (const id of [`${batch}-1`, `${batch}-2`])
    await client.createTaskAsync({ type: 'sample.report.sales', id, input, startOn, tags: { batch } });
  const list = new TasksPage(page);
  await list.open(`tag:batch=${batch}`);
  await expect(list.rows()).toHaveCount(2);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Shared').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const open = page.getByRole('region', { name: 'Open view' });
  await expect(open).toContainText(name);
  await expect(page, 'no parameter of its address is empty').not.toHaveURL(/=(&|$)/);
  const saved = page.getByRole('navigation', { name: 'Saved views' });
  await expect(saved.getByRole('link', { name: `${name} 2` }), 'it is counted').toBeVisible();
  await expectAccessible(page);

  await list.addFilter('status:cancelled');
  await expect(open).toContainText('modified');
  await open.getByRole('button', { name: 'Reset' }).click();
  await expect(open).not.toContainText('modified');
  await expect(list.rows()).toHaveCount(2);
  await list.addFilter(`id:${batch}-1`);
  await expect(open).toContainText('modified');
  await open.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(open).not.toContainText('modified');
  await expect(saved.getByRole('link', { name: `${name} 1` }), 'it is counted anew').toBeVisible();

  const other = await openAs('reader');
  await other.goto(page.url());
  const link = other.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');
  const theirs = new TasksPage(other);
  await expect(theirs.rows()).toHaveCount(1);
  await theirs.addFilter('status:scheduled');
  const opened = other.getByRole('region', { name: 'Open view' });
  await expect(opened).toContainText('modified');
  await expect(opened.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete view' }).click();
  await expect(question, 'it closes when the view is gone').toBeHidden();
  const all = page.getByRole('dialog', { name: 'Views' });
  await expect(all).toBeVisible();
  await expect(all.getByText(name)).toBeHidden();
  await all.getByRole('button', { name: 'Close' }).click();
  await expect(open).toContainText('The view of this link is deleted or not shared with you');
  await expect(list.rows(), 'the link keeps its filter').toHaveCount(1);
});
