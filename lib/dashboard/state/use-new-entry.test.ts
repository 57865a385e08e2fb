// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { keptSave } from '@/components/state/edit/basket.ts';
import { readEntryDraft } from '@/components/state/edit/entry-draft.ts';
import type { ActionResult } from '../access/action.ts';
import { answerReads, type ShownHook, showHook } from '../testing/show-hook.ts';
import type { saveEntry } from './edit-actions.ts';
import type { SavedEntry } from './send-save.ts';
import { useNewEntry } from './use-new-entry.ts';

const service = vi.hoisted(() => ({ save: vi.fn() }));
/** The server action runs on the server of the dashboard. */
vi.mock('./edit-actions.ts', () => ({ saveEntry: service.save }));

type Request = Parameters<typeof saveEntry>[0];
let sent: Request[];
let taken: string[];
let created: { id: string }[];
let gathered: number;
let entry: ShownHook<ReturnType<typeof useNewEntry>>;

beforeEach(() => {
  sessionStorage.clear();
  [sent, taken, created, gathered] = [[], [], [], 0];
  answerReads(() => ({ name: 'shop', policy: { schema: { type: 'object' } } }));
  service.save.mockImplementation(async (request: Request): Promise<ActionResult<SavedEntry>> => {
    sent.push(request);
    if (taken.includes(request.save.id))
      return { ok: false, problem: { code: 'StateAlreadyExists', detail: 'It exists.' } };
    return { ok: true, value: { etag: '"1"', version: 1 } };
  });
});

async function show(prefix = 'order-'): Promise<void> {
  entry = await showHook(() =>
    useNewEntry({
      storeName: 'shop',
      prefix,
      onCreated: (one) => created.push(one),
      onGathered: () => gathered++,
    }),
  );
}

const write = (id: string, text = '{"total":1}') => act(async () => entry.now.change({ id, text }));
const save = () => act(async () => entry.now.save());
/** Ends the part as leaving the page does: what it was about to keep is kept. */
const leave = () => act(async () => entry.end());

it('begins with the prefix, and makes the entry only where there is none', async () => {
  await show();
  expect(entry.now).toMatchObject({ form: { id: 'order-' }, isDirty: false, isRestored: false });
  await write('order-1');
  await save();
  expect(sent).toMatchObject([{ storeName: 'shop', save: { id: 'order-1', value: '{"total":1}' } }]);
  expect(sent[0]?.save, 'without a version it is made, and replaces nothing').not.toHaveProperty('ifMatch');
  expect(created).toMatchObject([{ id: 'order-1' }]);
});

it('says that an id is taken until another one is given, and keeps what was written', async () => {
  taken = ['order-1'];
  await show();
  await write('order-1');
  await save();
  expect(entry.now).toMatchObject({ isTaken: true, idError: 'An entry with this id already exists.' });
  expect(entry.now.problem, 'it is said at the id').toBeUndefined();
  await save();
  expect(sent, 'an id that is known to be taken is not sent again').toHaveLength(1);
  await write('order-2');
  expect(entry.now).toMatchObject({ isTaken: false, idError: undefined, form: { text: '{"total":1}' } });
  await save();
  expect(created).toMatchObject([{ id: 'order-2' }]);
});

it('sends nothing that is wrong, and says what', async () => {
  await show('');
  expect(entry.now.idError, 'nothing is wrong before the first try').toBeUndefined();
  await write('', '{}');
  await save();
  expect(entry.now.idError).toMatch(/id/i);
  await write('a', '[1]');
  await save();
  expect(sent, 'the schema of the store asks for an object').toEqual([]);
});

it('keeps an unfinished entry for when the page is opened again, until it is made', async () => {
  await show();
  await write('order-7');
  await leave();
  await show();
  expect(entry.now).toMatchObject({ form: { id: 'order-7', text: '{"total":1}' }, isDirty: true, isRestored: true });
  await save();
  await leave();
  expect(readEntryDraft('shop', undefined)).toBeUndefined();
});

it('starts over from the prefix', async () => {
  await show();
  await write('order-7');
  await leave();
  await show();
  await act(async () => entry.now.startOver());
  expect(entry.now).toMatchObject({ form: { id: 'order-' }, isDirty: false, isRestored: false });
});

it('goes into the basket in place of a save, is opened from there, and takes the place of its old id', async () => {
  await show();
  await write('order-8');
  await act(async () => entry.now.gather());
  expect([sent.length, gathered]).toEqual([0, 1]);
  await leave();
  expect(keptSave('shop', 'order-8')).toMatchObject({ version: undefined, save: { value: '{"total":1}' } });
  await show('order-8');
  expect(entry.now).toMatchObject({ form: { id: 'order-8' }, isDirty: false });
  expect(JSON.parse(entry.now.form.text)).toEqual({ total: 1 });
  await write('order-9');
  await act(async () => entry.now.gather());
  expect([keptSave('shop', 'order-8'), keptSave('shop', 'order-9')]).toEqual([undefined, expect.anything()]);
  await leave();
  await show('order-9');
  await save();
  expect(keptSave('shop', 'order-9'), 'what was saved leaves the basket').toBeUndefined();
});

it('finds out once the connection is back whether an entry without an answer was made', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let rows: { etag: string }[] = [];
  answerReads(({ pathname }) => (pathname === '/api/state/rows' ? { value: rows } : { name: 'shop' }));
  await show();
  await write('order-1');
  const lose = () => service.save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const comesBack = () => act(async () => vi.advanceTimersByTimeAsync(2_100));
  lose();
  await save();
  expect(entry.now.problem?.code).toBe('Unreachable');
  await comesBack();
  expect(entry.now.problem?.code).toBe('NothingDone');
  lose();
  await save();
  rows = [{ etag: '"1"' }];
  await comesBack();
  expect(created).toMatchObject([{ id: 'order-1' }]);
  const keys = service.save.mock.calls.slice(-3).map(([{ idempotencyKey }]) => idempotencyKey);
  expect(new Set(keys), 'all are one save').toHaveProperty('size', 1);
});
