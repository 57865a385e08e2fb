import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { StateEditor } from './pages/state-editor.ts';

const storeOf = () => `edit-${crypto.randomUUID().slice(0, 8)}`;

test('two operators edit one entry: what is disjoint merges by itself, and each number keeps its digits', async ({
  page,
  client,
  openAs,
}) => {
  test.slow(); // two people, and two looks at every colour
  const [storeName, id] = [storeOf(), 'orders/eu 7/"ü" 50%/..'];
  const state = client.getStateClient();
  const value = { customer: 'Ada', price: 12345678901234567890n, lines: [1, 2] };
  await state.saveStateAsync(storeName, { id, value, tags: { region: 'eu' } });
  const mine = new StateEditor(page, storeName);
  const theirs = new StateEditor(await openAs('admin'), storeName);

  await mine.edit(id);
  await mine.write('{"customer": "Ada", "price": 12345678901234567891, "lines": [1, 2]}');
  const topOfText = async () => (await mine.value.boundingBox())?.y;
  const before = await topOfText();
  await theirs.edit(id);
  await theirs.write('{"customer": "Bob", "price": 12345678901234567890, "lines": [1, 9]}');
  await theirs.saveAndClose(id);

  await expect(page.getByText(/Changed in the meantime by .*: version 1 → 2/)).toBeVisible();
  await expect(mine.value).toContainText('12345678901234567891');
  expect(await topOfText(), 'the text stays in its place').toBe(before);
  await expectAccessible(page);
  await mine.save.click();
  await expect(page.getByText('Merged with version 2.')).toBeVisible();
  await expect(mine.value).toContainText('"customer": "Bob"');
  await page.getByRole('button', { name: 'What changed' }).click();
  await expect(page.getByRole('textbox', { name: 'What you changed' })).toContainText('12345678901234567891');
  await expectAccessible(page);
  await mine.saveAndClose(id);

  const merged = await state.getStateAsync(storeName, id);
  expect(merged).toMatchObject({ version: 3, tags: { region: 'eu' } });
  expect(merged.value).toEqual({ customer: 'Bob', price: 12345678901234567891n, lines: [1, 9] });
});

test('what both changed is shown with base, theirs and mine, chosen by keyboard, and nothing is lost', async ({
  page,
  client,
}) => {
  const [storeName, id] = [storeOf(), 'a'];
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id, value: { note: 'base', list: [1], kept: true } });
  const editor = new StateEditor(page, storeName);
  await editor.edit(id);
  await expect(editor.value).toBeFocused();
  await editor.write('{"note": "mine", "list": [1, 2], "kept": false}');
  await page.keyboard.press('Tab');
  await expect(editor.value, 'Tab indents').toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor.panel(id).getByRole('button', { name: 'Find' }), 'Escape, then Tab leaves').toBeFocused();
  await state.saveStateAsync(storeName, {
    id,
    value: { note: 'theirs', list: [1, 3], kept: true },
    tags: { by: 'them' },
  });
  await editor.value.press('ControlOrMeta+s');

  await expect(page.getByText('2 of 2 still need a choice.')).toBeVisible();
  await expect(editor.conflict('Value /note')).toContainText('"base"');
  await expect(editor.conflict('Value /note')).toContainText('"theirs"');
  await expect(editor.conflict('Value /note')).toContainText('"mine"');
  await expectAccessible(page);
  const use = page.getByRole('button', { name: 'Use this' });
  await expect(use).toHaveAttribute('aria-disabled', 'true');
  await editor
    .conflict('Value /note')
    .getByRole('radio', { name: /^Theirs/ })
    .focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(editor.conflict('Value /note').getByRole('radio', { name: 'Mine' })).toBeChecked();
  await editor
    .conflict('Value /list')
    .getByRole('radio', { name: /^Theirs/ })
    .check();
  await use.click();
  await expect(page.getByText('Merged with version 2.')).toBeVisible();
  await editor.value.press('ControlOrMeta+Enter');
  await editor.isClosed(id);

  expect(await state.getStateAsync(storeName, id)).toMatchObject({
    value: { note: 'mine', list: [1, 3], kept: false },
    tags: { by: 'them' },
    version: 3,
  });
  expect((await state.getStateVersionAsync(storeName, id, 2)).value).toEqual({
    note: 'theirs',
    list: [1, 3],
    kept: true,
  });
});

test('a correction is saved with one press while a task writes every second', async ({ page, client }) => {
  const [storeName, id] = [storeOf(), 'stock/1'];
  const state = client.getStateClient();
  let written = 1;
  const write = () => state.saveStateAsync(storeName, { id, value: { price: 3, stock: written++ } });
  await write();
  const editor = new StateEditor(page, storeName);
  await editor.edit(id);
  await editor.write('{"price": 2, "stock": 1}');
  await write();
  const save = page.getByRole('button', { name: 'Save only my changes' });
  await expect(save).toBeVisible();
  await expectAccessible(page);
  const writer = setInterval(() => void write(), 1_000);
  const saved = editor.told('Entry saved');
  await answers('10. Correct this entry while tasks write to it', [() => save.click()], saved);
  await editor.isClosed(id);
  const told = await saved.textContent();
  clearInterval(writer);
  const version = Number(/version (\d+)/.exec(told ?? '')?.[1]);
  const before = await state.getStateVersionAsync(storeName, id, version - 1);
  const after = await state.getStateVersionAsync(storeName, id, version);
  expect(after.value, 'only the price is corrected').toEqual({ ...Object(before.value), price: 2 });
});

test('a draft survives a reload, says what it is based on, and nothing is saved by clicking away', async ({
  page,
  client,
}) => {
  const [storeName, id] = [storeOf(), 'drafts/1'];
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id, value: { step: 1 } });
  const editor = new StateEditor(page, storeName);
  await editor.edit(id);
  await editor.write('{"step": 2');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved draft is back. It is based on version 1.')).toBeVisible();
  await expect(editor.value).toContainText('{"step": 2');
  await expectAccessible(page);

  await page.mouse.click(5, 5);
  await expect(editor.panel(id)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave this edit?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.value).toContainText('{"step": 2');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await editor.isClosed(id);
  expect((await state.getStateAsync(storeName, id)).version).toBe(1);

  await state.saveStateAsync(storeName, { id, value: { step: 1, other: true } });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByText('Your unsaved draft is back. It is based on version 1.')).toBeVisible();
  await expect(page.getByText(/version 1 → 2/)).toBeVisible();
  await editor.write('{"step": 2}');
  await editor.save.click();
  await expect(page.getByText('Merged with version 2.')).toBeVisible();
  await editor.saveAndClose(id);
  expect((await state.getStateAsync(storeName, id)).value).toEqual({ step: 2, other: true });
});

test('the editor stands beside its table and follows its rows, until something is unsaved', async ({
  page,
  client,
}) => {
  test.slow(); // three sizes of screen
  const storeName = storeOf();
  const ids = ['a', 'b', 'c'];
  await client
    .getStateClient()
    .saveBulkStateAsync(storeName, { entries: ids.map((id) => ({ id, value: { of: id } })) });
  const editor = new StateEditor(page, storeName);
  const table = page.getByRole('table', { name: 'Entries' });
  const row = (id: string) => table.getByRole('row').filter({ has: page.getByTitle(id, { exact: true }) });
  await editor.edit('a');
  await expect(editor.value).toBeFocused();
  await row('b').click();
  await expect(editor.panel('b')).toBeVisible();
  await page.keyboard.press('j');
  await expect(editor.panel('c')).toBeVisible();
  await expect(editor.value).toContainText('"of": "c"');
  await expect(row('c'), 'the focus stays in the table').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor.value).toBeFocused();
  await editor.write('{"of": "me"}');
  await expect(editor.panel('c').getByText('Unsaved changes')).toBeVisible();

  await row('c').focus();
  await page.keyboard.press('k');
  await expect(row('b')).toBeFocused();
  await expect(editor.panel('c'), 'it stays with what is unsaved').toBeVisible();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Leave this edit?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.value).toContainText('"of": "me"');
  await row('b').focus();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(editor.panel('b')).toBeVisible();
  await row('c').click();
  await expect(page.getByText('Your unsaved draft is back.')).toBeVisible();

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(row('a')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(table, 'the editor is all there is').toBeHidden();
  await expectAccessible(page);
  await editor.saveAndClose('c');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  expect((await client.getStateClient().getStateAsync(storeName, 'c')).value).toEqual({ of: 'me' });
});

test('a mistaken delete is undone, and what moved since says who moved it', async ({ page, client }) => {
  const [storeName, id] = [storeOf(), 'precious'];
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id, value: { worth: 9007199254740993n }, tags: { keep: 'yes' } });
  const editor = new StateEditor(page, storeName);
  await editor.edit(id);
  await editor.write('{"worth": 9007199254740995}');
  await editor.saveAndClose(id);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete entry' }).click();
  await editor.told(`Deleted ${id}`).getByRole('button', { name: 'Undo' }).click();
  await expect(editor.told('Undone')).toBeVisible();
  expect(await state.getStateAsync(storeName, id)).toMatchObject({
    value: { worth: 9007199254740995n },
    tags: { keep: 'yes' },
  });

  const changes = await editor.openRecentChanges();
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Undo: Entry saved' }).click();
  await expect(changes.getByText(/Cannot be undone: precious has changed since, last by/)).toBeVisible();
});

test('an entry deleted meanwhile is said to be, and can be created again', async ({ page, client }) => {
  const [storeName, id] = [storeOf(), 'gone'];
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id, value: 1, tags: { a: 'b' } });
  const editor = new StateEditor(page, storeName);
  await editor.edit(id);
  await editor.write('2');
  await state.deleteStateAsync(storeName, id);
  await expect(page.getByText(/Deleted in the meantime by/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create again' }).click();
  await editor.isClosed(id);
  expect(await state.getStateAsync(storeName, id)).toMatchObject({ value: 2, tags: { a: 'b' }, version: 3 });
});

test('a new entry: its id is checked, its store decides, and it never replaces one', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'orders/1', value: { total: 1 } });
  await state.setStorePolicyAsync(storeName, {
    schema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  });
  const editor = new StateEditor(page, storeName);
  await editor.openStore();
  await page.getByRole('button', { name: 'New entry' }).click();
  const panel = page.getByRole('dialog', { name: 'New entry' });
  await panel.getByRole('button', { name: 'Create' }).click();
  await expect(panel.getByText('Enter an id')).toBeVisible();
  await expect(panel.getByText('The required property "total" is missing.')).toBeVisible();
  await expectAccessible(page);

  await panel.getByLabel('Id', { exact: true }).fill('orders/1');
  await editor.write('{"total": 2}');
  await panel.getByRole('button', { name: 'Create' }).click();
  await expect(panel.getByText('An entry with this id already exists.')).toBeVisible();
  await panel.getByLabel('Id', { exact: true }).fill('orders//2 😀');
  await panel.getByRole('radio', { name: 'In', exact: true }).check();
  await panel.getByLabel('Time after the save').fill('2h');
  await panel.getByLabel('Tags').fill('customer=42');
  await panel.getByRole('button', { name: 'Create' }).click();
  await expect(panel).toHaveCount(0);
  const made = await state.getStateAsync(storeName, 'orders//2 😀');
  expect(made).toMatchObject({ value: { total: 2 }, tags: { customer: '42' }, version: 1 });
  expect(Date.parse(made.expiresOn ?? '') - Date.now()).toBeGreaterThan(7_000_000);
  expect((await state.getStateAsync(storeName, 'orders/1')).version).toBe(1);
});

test('a large value is opened when asked for, and one above the limit is refused before it is sent', async ({
  page,
  client,
}) => {
  test.slow(); // tens of thousands of lines
  const [storeName, id] = [storeOf(), 'large'];
  const state = client.getStateClient();
  const list = Array.from({ length: 9_000 }, (_, n) => ({ n, text: 'some text of it' }));
  await state.saveStateAsync(storeName, { id, value: { list } });
  const editor = new StateEditor(page, storeName);
  await page.goto(`/state/${storeName}?edit=${id}`);
  await expect(page.getByText('It is opened in the editor on request.')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(editor.value).toBeVisible({ timeout: 60_000 });
  await editor.value.press('ControlOrMeta+End');
  await editor.value.press('Backspace');
  await editor.value.press('Backspace');
  await page.keyboard.type(', "more": 9007199254740993}');
  await editor.saveAndClose(id);
  expect((await state.getStateAsync(storeName, id)).value).toMatchObject({ more: 9007199254740993n });

  await page.getByRole('button', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('too large');
  await editor.write(`"${'x'.repeat(4_194_303)}"`);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('A value has at most 4194304 bytes; this one has 4194305')).toBeVisible();
});
