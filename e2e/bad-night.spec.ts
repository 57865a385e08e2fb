import { expect, expectAccessible, openOther, test } from './fixtures.ts';
import { Interactions } from './interactions.ts';
import { ofEach, startNight } from './night/start-night.ts';
import { Palette } from './pages/palette.ts';
import { StateEditor } from './pages/state-editor.ts';

/** The causes of the night, as the list of errors names them. */
const causes = {
  rate: /TypeError/,
  bank: /BankUnreachableError/,
  limit: /RateLimitError/,
  fault: /RangeError/,
  account: /UnknownAccountError/,
};

test('a bad night: from the pager to all mended', async ({ browser }) => {
  test.slow(); // a deployment of its own
  await using night = await startNight();
  const { client, told } = night;
  const { page, close } = await openOther(browser, night.stack);

  const seen = new Interactions();
  const main = page.getByRole('main');
  const heading = (name: RegExp) => main.getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const errors = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Errors' }).click();
  const linkTo = (cause: RegExp) => main.getByRole('row').getByRole('link', { name: cause });
  const open = async (cause: RegExp) => {
    await seen.do('the errors', errors, linkTo(cause));
    await seen.do('a cause', () => linkTo(cause).click(), heading(cause));
  };
  const rerunAll = async () => {
    const rerun = dialog.getByRole('button', { name: `Rerun ${ofEach}` });
    await seen.do('what a rerun would do', () => button(/^Rerun the .* still failed…$/).click(), rerun);
    await seen.do('the rerun, in stages', () => rerun.click(), main.getByText('Completed', { exact: true }));
    await expect(main.getByText('All tasks were acted on')).toBeVisible();
  };

  const pathOf = (cause: RegExp) => [...told].find(([text]) => cause.test(text))?.[1];
  const openFromPager = (cause: RegExp) =>
    seen.do('a link of the pager', () => page.goto(pathOf(cause) ?? ''), heading(cause));
  const untold = () => Object.values(causes).filter((cause) => pathOf(cause) === undefined);
  await expect.poll(untold, { message: 'the pager tells of each cause', timeout: 60_000 }).toEqual([]);

  await night.mendOutside();
  await openFromPager(causes.bank);
  await rerunAll();

  await seen.do('the errors', errors, linkTo(causes.rate));
  const palette = new Palette(page);
  const store = page.getByRole('dialog', { name: 'Find' }).getByRole('option').filter({ hasText: 'night-rates' });
  await seen.do('the palette', () => palette.open(), palette.input);
  await seen.do('the store in it', () => palette.input.fill('night-rates'), store.first());
  const editor = new StateEditor(page, 'night-rates');
  const entry = main.getByRole('row').getByText('CHF', { exact: true });
  await seen.do('the store', () => store.first().click(), entry);
  await seen.do('the entry', () => entry.click(), button('Edit'));
  await seen.do('its editor', () => button('Edit').click(), editor.value);
  await seen.do('the right rate', () => editor.write('{"rate": 0.94}'), editor.save);
  await seen.do('it is saved', () => editor.save.click(), editor.told('Entry saved').first());
  await open(causes.rate);
  await rerunAll();

  await openFromPager(causes.limit);
  await rerunAll();
  await openFromPager(causes.fault);
  await rerunAll();
  await open(causes.account);
  await seen.do('what to resolve', () => button('Resolve').click(), dialog);
  await seen.do('it is resolved', () => dialog.getByRole('button', { name: 'Resolve' }).click(), button('Open again'));

  const overview = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  const stalled = page
    .getByRole('region', { name: 'Not moving' })
    .getByRole('listitem')
    .filter({ hasText: 'night-gpu' });
  await seen.do('what does not move', overview, stalled);
  await expectAccessible(page);
  const queue = dialog.getByRole('combobox', { name: 'Queue' });
  await seen.do('where to', () => stalled.getByRole('button', { name: 'Move to queue…' }).click(), queue);
  const move = dialog.getByRole('button', { name: 'Move' });
  await seen.do('a queue with a worker', () => queue.fill('night'), move);
  await seen.do('they are moved', () => move.click(), page.getByText('No stuck tasks.'));
  seen.atMost(30);

  await expect
    .poll(() => statuses(client), { timeout: 60_000 })
    .toEqual({ succeeded: 4 * ofEach + 41, failed: ofEach });
  await close();
});

/** How many of the night's tasks have which status. */
async function statuses(client: Awaited<ReturnType<typeof startNight>>['client']) {
  const counts: Record<string, number> = {};
  for await (const { status } of client.listTasksAsync({ type: ['night.*'] }))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
