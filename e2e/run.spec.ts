import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openCopy, takeAlong } from './pages/copy-file.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { Palette } from './pages/palette.ts';
import { RunPage } from './pages/run-page.ts';
import { Shell } from './pages/shell.ts';

const order = {
  type: 'sample.order.fulfil',
  input: {
    orderId: '2001',
    customer: 'Ada Lovelace',
    amount: 1_200,
    currency: 'EUR',
    card: { holder: 'Ada Lovelace', number: '4111 1111 1111 1111' },
    items: [{ sku: 'CHAIR-OAK', quantity: 4 }],
  },
};
const wrongIban = 'DE89370400440532013001';
const payout = {
  type: 'sample.payout.send',
  name: 'Payouts of a week',
  input: { batch: 'W46', payouts: [{ recipient: 'Sägewerk Huber', iban: wrongIban, amount: 990.75 }] },
};
const rightPayout = { ...payout.input.payouts[0], iban: 'DE89370400440532013000' };
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

test('watches an order wait, approves it, and sees it finish step by step', async ({ page, client }) => {
  test.slow();
  const task = await client.createTaskAsync(order);
  const run = new RunPage(page);
  await run.open(task.id);
  await run.hasStatus('Waiting');
  await expect(page.getByText(/Waiting for event “approval”/)).toBeVisible();
  await expect(run.step('charge card')).toContainText('Succeeded');
  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await run.header.boundingBox())?.height, `the header at ${width} px`).toBeLessThanOrEqual(96);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);

  await run.step('approval').click();
  await expect(page).toHaveURL(/step=\d/);
  await expectAccessible(page);
  const raise = () => run.details('Step approval').getByRole('button', { name: 'Raise approval' }).click();
  await answers(
    '5. What is it waiting for, and how do I send it?',
    [raise],
    run.dialog.getByText(/waits for it in step/),
  );
  await run.write('Value of approval', '{"approved": "yes"}');
  await expect(run.dialog.getByText('This is string; it must be boolean.')).toBeVisible();
  await expect(run.dialog.getByRole('button', { name: 'Raise event' })).toHaveAttribute('aria-disabled', 'true');
  await run.write('Value of approval', '{"approved": true}');
  await expectAccessible(page);
  await run.dialog.getByRole('button', { name: 'Raise event' }).click();
  await expect(run.dialog).toBeHidden();

  await expect(run.step('wait for the carrier')).toBeVisible();
  await run.hasStatus('Succeeded');
  await expect(run.step('hand over')).toContainText('Succeeded');
  await expect(run.step('approval')).toHaveAttribute('aria-selected', 'true');
  await run.tab('Logs').click();
  await expect(run.logLines).toContainText('fulfilled');
  await run.tab('Events').click();
  await expect(page.getByRole('table', { name: 'Events of this task' })).toContainText(/run 1, step \d/);
  await expectAccessible(page);

  await test.step('marks one moment in steps, attempts, logs and events', async () => {
    const cursor = page.getByRole('region', { name: 'Time cursor' });
    const marked = page.locator('[data-at-cursor]');
    await run.tab('Steps').click();
    await run.step('hand over').click();
    await page.mouse.move(0, 0); // a pointer over the steps would point at a moment of its own
    await expect(cursor).toContainText(/^\d\d:\d\d:\d\d\.\d{3}, \+[\d.]+ s$/);
    await expect(marked).toContainText(['Attempt 1']);
    const line = page.locator('[data-time-cursor]');
    const atHandOver = (await line.boundingBox())?.x ?? 0;
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await line.boundingBox())?.x ?? 0).toBeLessThan(atHandOver);
    const further = (await line.boundingBox())?.x ?? 0;
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await line.boundingBox())?.x ?? 0).toBeGreaterThan(further);
    await expectAccessible(page);

    await run.step('pack').focus();
    await run.step('hand over').focus(); // the keys may stand anywhere in the wait before it, which is drawn short
    await run.tab('Logs').click();
    await expect(marked).toContainText(['fulfilled']);
    await run.logLines.getByText('stock reserved').hover();
    await expect(marked).toContainText(['stock reserved']);
    await run.tab('Steps').click();
    await expect.poll(async () => (await line.boundingBox())?.x ?? 0).toBeLessThan(atHandOver);
    await run.step('pack').getByRole('gridcell').last().hover();
    await run.tab('Events').click();
    await page.getByRole('table', { name: 'Events of this task' }).getByText('approval').hover();
    const [event] = await client
      .listTaskExternalEventsAsync(task.id)
      .byPage()
      .next()
      .then(({ value }) => value ?? []);
    await expect(cursor).toContainText(event?.raisedOn.slice(17, 23) ?? 'no event');
    await expect(marked).toHaveCount(1);
    await cursor.getByRole('button', { name: 'Remove the time cursor' }).click();
    await expect(cursor).toBeHidden();
    await expect(marked).toHaveCount(0);
  });
});

test('warns of an event name that is nearly the one that is waited for', async ({ page, client }) => {
  const run = new RunPage(page);
  await run.open((await client.createTaskAsync(order)).id);
  await run.hasStatus('Waiting');
  await run.action('Raise approval').click();
  await expect(run.dialog.getByLabel('Value of approval')).toBeFocused(); // the editor comes late, and takes the focus then
  await run.dialog.getByLabel('Event name').fill('aproval');
  await expect(run.dialog.getByText('No step waits for it yet.')).toBeVisible();
  await run.dialog.getByRole('status').getByRole('button', { name: 'approval' }).click();
  await expect(run.dialog.getByLabel('Event name')).toHaveValue('approval');
});

test('finds why a payout failed, reruns it with another input, and reads both runs', async ({ page, client }) => {
  test.slow();
  const task = await client.createTaskAsync(payout);
  const run = new RunPage(page);
  await run.open(task.id);
  await run.hasStatus('Failed');
  await expect(page.getByText(/^Failed in step “send to the bank”/)).toBeVisible();
  await expect(run.step('send to the bank')).toHaveAttribute('aria-selected', 'true');
  const failed = run.details('Step send to the bank');
  await answers('2. Which step failed, and why?', [], failed.getByText('BankRejectionError'));
  await expect(failed.getByRole('region', { name: 'Stack' })).toContainText('payout-send.ts');
  await expect(failed).toContainText('the bank refused the file');
  await expectAccessible(page);

  const oldInput = run.dialog.getByRole('textbox', { name: 'Input of run 1' });
  await answers('7. Run it again with another input', [() => run.action('Rerun').click()], oldInput);
  await expect(oldInput).toContainText(wrongIban);
  await expectAccessible(page);
  await run.write('New input', '{"batch": 7}');
  await expect(run.dialog.getByRole('button', { name: 'Rerun with new input' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await run.write('New input', JSON.stringify({ ...payout.input, payouts: [rightPayout] }));
  await run.dialog.getByRole('button', { name: 'Rerun with new input' }).click();
  await expect(page).toHaveURL(/run=2/);
  await run.hasStatus('Succeeded');

  await run.tab('History').click();
  await expect(run.runs.getByRole('row').filter({ hasText: 'rerun' })).toContainText('Succeeded');
  await expectAccessible(page);
  await run.runs.getByRole('row').filter({ hasText: 'first run' }).click();
  await expect(page).toHaveURL(/run=1/);
  await run.hasStatus('Failed');
  await run.tab('Input & output').click();
  await expect(page.getByRole('region', { name: 'Input of run 1' })).toContainText(wrongIban);
  await expectAccessible(page);
  await page.goBack();
  await expect(run.tab('History')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page).toHaveURL(/run=2/);
  await run.hasStatus('Succeeded');

  await run.open(task.id, { run: '1' });
  const difference = page.getByText('First difference: send to the bank');
  await answers('3. What differs from the last run that worked?', [() => run.action('Compare').click()], difference);
  await expect(page).toHaveURL(/\/compare\?run=1&with=[^&]+&withRun=2/);
  await expect(run.details('Step send to the bank in both runs')).toContainText('BankRejectionError');
  await expectAccessible(page);
  const both = page.getByRole('table', { name: 'Steps of both runs' });
  await both.getByRole('row').filter({ hasText: 'The run' }).click();
  await expect(run.details('Both runs').getByRole('rowheader', { name: 'Changed: /payouts/0/iban' })).toBeVisible();
  await expectAccessible(page);
  await expect(both.getByRole('row').filter({ hasText: 'sign' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(both.getByRole('row').filter({ hasText: 'sign' })).toBeHidden();
  await expect(page).toHaveURL(/differences=true/);
  await run.open(task.id, { run: '1' });
  const file = await takeAlong(page, () => run.choose('Download a copy…'), '1 input');
  await expectAccessible(page);
  const copy = await openCopy(page, file, /^Copy of run 1$/);
  await expect(copy).toContainText('Failed in step “send to the bank”');
  await expect(copy.getByRole('link'), 'nothing of a copy leads into this Taskdeck').toHaveCount(0);
  await copy.getByRole('row').filter({ hasText: 'send to the bank' }).click();
  await expect(run.details('Step send to the bank')).toContainText('BankRejectionError');
  await expect(copy.getByRole('button', { name: 'Fork from here' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('sees what the children of a run did, below the wait for them', async ({ page, client }) => {
  const input = { file: 'short.mov', durationInSeconds: 60, partInSeconds: 30 };
  const task = await client.createTaskAsync({ type: 'sample.video.transcode', input });
  const run = new RunPage(page);
  await run.open(task.id);
  await run.hasStatus('Succeeded', 60_000);
  await expect(run.step('wait for short.mov, part 1 of 2')).toBeVisible();
  const children = run.step('sample.video.segment ×2');
  await expect(children).toContainText(/slowest short\.mov, part \d of 2, [\d.]+ s/);
  await answers('12. Where did the time go?', [], page.getByText(/Own work .* · Children [\d.]+ s/));
  await children.getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Tasks' }).getByRole('row')).toHaveCount(3);
});

test('forks from a step with another input: earlier results are kept', async ({ page, client }) => {
  const task = await client.createTaskAsync(payout);
  await client.getTaskAsync(task.id, { waitInMs: 30_000 });
  const run = new RunPage(page);
  await run.open(task.id);
  const palette = new Palette(page);
  await palette.open();
  await palette.input.fill('this page');
  await expect(palette.option('Pause')).toContainText('It has already ended.');
  await expectAccessible(page);
  await palette.input.fill('fork');
  await palette.option('Fork from a step…').click();
  await expect(palette.input).toBeHidden();
  await expect(run.dialog.getByRole('button', { name: 'Fork: keep 4, run the rest' })).toBeVisible();
  await run.dialog.getByLabel('Run again from').selectOption({ label: '3 · write the payment file' });
  await expect(run.dialog.getByRole('heading', { name: 'Kept (2)' })).toBeVisible();
  await run.dialog.getByRole('button', { name: 'Change the input…' }).click();
  await expect(run.dialog.getByRole('textbox', { name: 'Input of run 1' })).toContainText(wrongIban);
  await run.write('New input', JSON.stringify({ ...payout.input, payouts: [rightPayout] }));
  await expectAccessible(page);
  await run.dialog.getByRole('button', { name: 'Fork: keep 2, run the rest' }).click();
  await expect(page).toHaveURL(/run=2/);
  await expect(run.step('check the balance')).toContainText('kept');
  await run.hasStatus('Succeeded');
  await expect(run.step('write the payment file')).not.toContainText('kept');
  await run.step('add up').click();
  await run.details('Step add up').getByRole('link', { name: 'run 1' }).click();
  await expect(page).toHaveURL(/run=1/);
  await expect(run.details('Step add up')).toBeVisible();
});

test('pauses, resumes, cancels and deletes; two people see it at once', async ({
  page,
  client,
  openAs,
  expectedProblems,
}) => {
  expectedProblems.push(/404/); // what was open is read once more after the deletion
  const task = await client.createTaskAsync({ ...payout, startOn: tomorrow() });
  const run = new RunPage(page);
  await run.open(task.id);
  await run.hasStatus('Scheduled');
  const reader = new RunPage(await openAs('reader'));
  await reader.open(task.id);
  await expect(reader.action('Start now')).toHaveAttribute('aria-disabled', 'true');
  await new Shell(reader.page).isLive();
  await reader.action('Start now').hover();
  await expect(reader.page.getByRole('tooltip')).toContainText('You need the scope tasks/update.');

  await run.pressAsItBecomes('Resume');
  await run.chooseWhilePaused('Pause', 'Paused');
  await expect(page.getByText('The button has just changed to “Resume”')).toBeVisible();
  await reader.hasStatus('Paused');
  await expect(reader.page).toHaveTitle(/^! /);
  await reader.page.keyboard.press('w');
  const watched = reader.page.getByRole('button', { name: 'Watched: 1' });
  await expect(watched).toBeVisible();
  await run.action('Resume').click();
  await reader.hasStatus('Scheduled');
  await reader.page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(reader.page).toHaveURL(/\/events$/);
  await page.keyboard.press('c');
  await run.confirmation.getByLabel('Reason').fill('Not needed any more');
  await expectAccessible(page);
  await run.confirmation.getByRole('button', { name: 'Cancel the run' }).click();
  await run.hasStatus('Cancelled');
  await expect(reader.page.getByText('Cancelled (run 1).')).toBeVisible();
  await expect(watched).toBeHidden();
  await reader.page.getByRole('button', { name: 'Open', exact: true }).click();
  await reader.hasStatus('Cancelled');
  const change = page.getByRole('table', { name: 'Changes of this task' }).getByText('Cancel task').first();
  await answers('6. Who changed this, and when?', [() => run.tab('Audit').click()], change);

  await run.choose('Delete…');
  await run.confirmation.getByRole('button', { name: 'Delete the task' }).click();
  await expect(page).toHaveURL(/\/tasks$/);
});

test('moves a task that no worker serves to another queue', async ({ page, client }) => {
  const task = await client.createTaskAsync({ ...payout, queue: `nobody-${crypto.randomUUID()}`, tags: { team: 'a' } });
  const run = new RunPage(page);
  await run.open(task.id);
  await run.action('Move to queue…').click();
  await run.dialog.getByLabel('Queue').fill('default');
  await expectAccessible(page);
  await run.dialog.getByRole('button', { name: 'Move' }).click();
  await expect(run.dialog).toBeHidden();
  await run.hasStatus('Failed');
  await run.choose('Edit task…');
  await expect(run.dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await run.dialog.getByLabel('Tags').fill('team=b');
  await expectAccessible(page);
  await run.dialog.getByLabel('Queue').press('Control+Enter');
  await expect(run.dialog).toBeHidden();
  expect(await client.getTaskAsync(task.id)).toMatchObject({ queue: 'default', tags: { team: 'b' } });
});

test('changes the input of a run that has not started, and of no other', async ({ page, client, expectedProblems }) => {
  expectedProblems.push(/409|412/);
  const sensitive = ['/input/batch'];
  const task = await client.createTaskAsync({ ...payout, sensitive, startOn: tomorrow() });
  const changed = { ...payout.input, payouts: [{ ...rightPayout, note: null }] };
  const run = new RunPage(page);
  await run.open(task.id);
  await run.choose('Edit task…');
  await expect(run.dialog.getByText('The input of run 1, which has not started')).toBeVisible();
  await run.write('Input', '{"batch": ');
  await expect(run.dialog.getByRole('button', { name: 'Save 1 field' })).toHaveAttribute('aria-disabled', 'true');
  await run.write('Input', JSON.stringify(changed));
  await expectAccessible(page);
  await expect(run.dialog.getByRole('button', { name: 'Save 1 field' })).not.toHaveAttribute('aria-disabled', 'true');
  await client.updateTaskAsync(task.id, { name: 'Payouts of two weeks', tags: { team: 'a' } });
  await run.dialog.getByRole('button', { name: 'Save 1 field' }).click();
  await expect(run.dialog.getByText(/^Somebody else changed it meanwhile/)).toBeVisible();
  await run.dialog.getByRole('button', { name: 'Save 1 field' }).click();
  await expect(run.dialog).toBeHidden();
  const now = await client.getTaskHistoryAsync(task.id, 1n);
  expect(now.input).toEqual(changed);
  expect(await client.getTaskAsync(task.id)).toMatchObject({ name: 'Payouts of two weeks', tags: { team: 'a' } });

  await run.choose('Edit task…');
  await run.write('Input', '{"batch": "too late"}');
  await client.wakeTaskAsync(task.id);
  await expect(run.dialog.getByText(/^Run 1 has started with the earlier input/)).toBeVisible();
  await expect(run.dialog.getByRole('button', { name: 'Save 1 field' })).toHaveAttribute('aria-disabled', 'true');
  await expect(run.dialog.getByRole('textbox', { name: 'Input' })).toContainText('too late');
  await page.keyboard.press('Escape');
  await run.confirmation.getByRole('button', { name: 'Discard' }).click();
  await run.hasStatus('Succeeded'); // with the right account number
  await run.choose('Edit task…');
  await expect(run.dialog.getByLabel('Queue')).toBeVisible();
  await expect(run.dialog.getByRole('textbox', { name: 'Input' })).toHaveCount(0);
});

test('does not cancel a run that began after the question, which says so at once', async ({ page, client }) => {
  const task = await client.createTaskAsync({ ...order, name: 'Order of two runs' });
  const run = new RunPage(page);
  await run.open(task.id);
  await run.hasStatus('Waiting');
  await page.keyboard.press('c');
  await expect(run.confirmation).toContainText('Cancel run 1 of');
  await client.cancelTaskAsync(task.id);
  await client.rerunTaskAsync(task.id);
  await expect(run.confirmation.getByRole('status')).toHaveText('Run 1 has ended meanwhile. Run 2 is current.');
  await expect(run.confirmation.getByRole('button', { name: 'Cancel the run' })).toBeDisabled();
  await run.confirmation.getByRole('button', { name: 'Keep running' }).click();
  await expect(run.confirmation).toBeHidden();
  expect((await client.getTaskAsync(task.id)).status).not.toBe('cancelled');
});

test('says that a task was deleted while it is looked at', async ({ page, client, expectedProblems }) => {
  expectedProblems.push(/404/);
  const task = await client.createTaskAsync({ ...payout, startOn: tomorrow() });
  const run = new RunPage(page);
  await run.open(task.id);
  await expect(page.getByRole('button', { name: /^Live updates/ })).toContainText('Live');
  await client.deleteTaskAsync(task.id, { force: true });
  await expect(page.getByText('This task was deleted while you viewed it.')).toBeVisible();
  await expect(run.action('Start now')).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(page.getByText('No such task')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Search for it' })).toHaveAttribute('href', new RegExp(task.id));
});

test('by keyboard: J and K select steps, and the link of a step leads to it', async ({ page, client }) => {
  const task = await client.createTaskAsync(payout);
  await client.getTaskAsync(task.id, { waitInMs: 30_000 });
  const run = new RunPage(page);
  await run.open(task.id);
  await expect(run.step('send to the bank')).toHaveAttribute('aria-selected', 'true');
  await run.pressFirst('k', 'sign');
  await page.keyboard.press('k');
  await expect(run.step('write the payment file')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('j');
  await expect(run.step('sign')).toHaveAttribute('aria-selected', 'true');
  await expect(page, 'the address follows the selection').toHaveURL(/[?&]step=3(&|$)/);
  await page.reload();
  await expect(run.details('Step sign')).toBeVisible();
  await pressUntilTaken(page, 'r');
  await expect(run.dialog.getByRole('heading', { name: 'Rerun' })).toBeVisible();
});

test('at phone width everything is still there', async ({ page, client }) => {
  const task = await client.createTaskAsync(payout);
  await client.getTaskAsync(task.id, { waitInMs: 30_000 });
  await page.setViewportSize({ width: 360, height: 740 });
  const run = new RunPage(page);
  await run.open(task.id);
  await expect(run.step('send to the bank')).toContainText('Failed');
  await expect(run.details('Step send to the bank').getByText('BankRejectionError')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
