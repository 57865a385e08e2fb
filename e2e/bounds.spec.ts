import { fullScope, type Scope } from '#contract';
import { expect, expectAccessible, openAnew, test } from './fixtures.ts';
import { SignInPage } from './pages/sign-in-page.ts';

const scopes: readonly Scope[] = [
  'tasks/read',
  'workers/read',
  'state/read',
  'state/create',
  'locks/read',
  'logs/read',
];

test('an operator with bounds is told what part the pages show, and never that there is nothing', async ({
  browser,
  client,
  stack,
}) => {
  const own = crypto.randomUUID();
  const prefix = `bounds-${own.slice(0, 8)}`;
  const other = await client.createTaskAsync({ type: 'sample.approval', input: { subject: 'not theirs' } });
  await client.createAlertAsync({
    name: `not theirs ${own}`,
    condition: { kind: 'task', task: other.id, when: 'fails' },
    channels: [{ kind: 'slack', url: 'http://127.0.0.1:9/hook' }],
  });
  const person = { email: `${own}@example.com`, password: 'only a part of all 7' };
  const bounds = { types: ['sample.sum'], stores: [`${prefix}-*`] };
  const allowed: Scope[] = [...scopes, 'alerts/read', 'alerts/manage'];
  await client.createOperatorAsync({ name: 'Bo', ...person, bounds, scopes: allowed.map(fullScope) });

  const { page, close } = await openAnew(browser, stack, [/404/]);
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(person);
  await signInPage.hasLeft();

  const note = page.getByText(`You see types sample.sum · stores ${prefix}-*`);
  for (const path of ['/', '/tasks', '/state', '/workers', '/logs', '/schedules', '/alerts', '/approvals', '/locks']) {
    await page.goto(path);
    await expect(note, path).toBeVisible();
  }
  await page.goto('/state');
  await expect(page.getByText('No stores yet within your bounds')).toBeVisible();
  await page.getByRole('button', { name: 'New store' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(`Outside of your bounds. Allowed: ${prefix}-*`);

  await page.goto('/state/orders');
  await expect(page.getByText('This store is outside of your bounds')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New entry' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`/tasks/${other.id}`);
  await expect(page.getByText('it lies outside of your bounds')).toBeVisible();

  await page.goto('/alerts');
  await expect(page.getByText('No alerts yet within your bounds.')).toBeVisible();
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await expect(dialog).toContainText('Your bounds allow one task or error group inside, or types within sample.sum.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sums fail');
  const create = dialog.getByRole('button', { name: 'Create alert' });
  await create.focus();
  await expect(page.getByRole('tooltip')).toContainText('Your bounds allow');
  await dialog.getByRole('textbox', { name: 'Task type' }).fill('sample.sum');
  await create.focus();
  await expect(page.getByRole('tooltip')).toContainText('Fill in each channel.');
  await expectAccessible(page);
  await close();
});
