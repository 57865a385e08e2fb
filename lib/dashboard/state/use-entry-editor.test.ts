// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonValue } from '#contract';
import type { EntryCopy } from '@/components/state/edit/entry-form.model.ts';
import type { ActionResult } from '../access/action.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import type { saveEntry } from './edit-actions.ts';
import type { SavedEntry } from './send-save.ts';
import { useEntryEditor } from './use-entry-editor.ts';

type Sent = Parameters<typeof saveEntry>[0]['save'];
const service = vi.hoisted(() => ({ save: vi.fn() }));
/** The server action runs on the server of the dashboard. */
vi.mock('./edit-actions.ts', () => ({ saveEntry: service.save }));

const facts = {
  ...{ id: 'a', contentType: 'application/json', tags: {}, sensitive: [], hasBlob: false },
  lastModifiedOn: '2026-11-21T10:00:00.000Z',
};
const base: EntryCopy = {
  ...{ ...facts, etag: '"5"', version: 5, value: { price: 1, stock: 10 } },
  lastModifiedBy: { kind: 'operator', id: 'o', name: 'Ann' },
};

/** The entry as the service has it; `undefined`: it was deleted. */
let stored: { version: number; value: JsonValue } | undefined;
let sent: Sent[];
let saved: { version: number; wasCreated: boolean }[];
let editor: ShownHook<ReturnType<typeof useEntryEditor>>;
/** Whether the service gives no answer to a read. */
let isAway: boolean;
/** What the answer with the entry waits for. */
let gate: Promise<void>;

beforeEach(async () => {
  sessionStorage.clear();
  [stored, sent, saved, gate] = [{ version: 5, value: base.value }, [], [], Promise.resolve()];
  const lastModifiedBy = { kind: 'run', id: 'r', name: 'sample.stock.count' };
  isAway = false;
  answerReads(async ({ pathname }) => {
    if (isAway) return refusal(503, 'Unreachable', 'The service cannot be reached.');
    const now = stored && { ...facts, etag: `"${stored.version}"`, version: stored.version, lastModifiedBy };
    if (pathname === '/api/state/rows') return { value: now ? [now] : [] };
    if (pathname === '/api/state/versions') return { value: [{ ...now, change: 'delete', lastModifiedBy }] };
    await gate;
    return stored ? { ...now, shown: { kind: 'value', value: stored.value } } : refusal(404, 'StateNotFound');
  });
  service.save.mockImplementation(async ({ save }: { save: Sent }): Promise<ActionResult<SavedEntry>> => {
    sent.push(save);
    const isCurrent = save.ifMatch === (stored && `"${stored.version}"`);
    if (!isCurrent) return { ok: false, problem: { code: 'PreconditionFailed', detail: 'It has changed.' } };
    return { ok: true, value: { etag: '"9"', version: 9 } };
  });
  editor = await showHook(() =>
    useEntryEditor({
      storeName: 'shop',
      id: 'a',
      opened: { kind: 'open', base, begun: undefined, isBaseLost: false, hasStoredBlob: false, policy: undefined },
      onSaved: (done) => saved.push(done),
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

const write = (value: JsonValue) => act(async () => editor.now.change({ text: JSON.stringify(value) }));
const save = () => act(async () => editor.now.save());
const valueOfForm = () => JSON.parse(editor.now.form.text);

it('merges what others changed elsewhere by itself, and saves on their version', async () => {
  await write({ price: 2, stock: 10 });
  stored = { version: 6, value: { price: 1, stock: 9 } };
  await save();
  expect(editor.now.conflict).toBeUndefined();
  expect(valueOfForm()).toEqual({ price: 2, stock: 9 });
  expect(editor.now.note).toMatchObject({ kind: 'merged', version: 6, by: 'sample.stock.count' });
  expect(editor.now.note).toMatchObject({ merge: { theirs: ['/value/stock'], mine: ['/value/price'] } });
  expect(saved, 'a merge is looked over before it is saved').toEqual([]);
  await save();
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"5"', '"6"']);
  expect(saved).toEqual([expect.objectContaining({ version: 9, wasCreated: false })]);
});

it('asks where both changed the same place, and takes what is chosen', async () => {
  await write({ price: 2, stock: 11 });
  stored = { version: 6, value: { price: 3, stock: 9 } };
  await save();
  expect(editor.now.conflict?.merge.conflicts.map(({ pointer }) => pointer)).toEqual(['/value/price', '/value/stock']);
  expect(valueOfForm(), 'the form is not touched before the choice').toEqual({ price: 2, stock: 11 });
  await save();
  expect(sent, 'nothing is saved while there is a conflict').toHaveLength(1);
  await act(async () => editor.now.choose('/value/price', 'mine'));
  await act(async () => editor.now.choose('/value/stock', 'theirs'));
  await act(async () => editor.now.takeMerge());
  expect(valueOfForm()).toEqual({ price: 2, stock: 9 });
  expect(editor.now).toMatchObject({ conflict: undefined, base: { version: 6 } });
});

it('saves only what is changed here over a writer that never stops, in one step', async () => {
  await write({ price: 2, stock: 10 });
  stored = { version: 6, value: { price: 3, stock: 9 } };
  let writes = 0;
  const answer = service.save.getMockImplementation();
  service.save.mockImplementation(async (request) => {
    if (stored !== undefined && ++writes <= 3) {
      stored = { version: stored.version + 1, value: { price: 3, stock: 9 - writes } };
    }
    return answer?.(request);
  });
  await act(async () => editor.now.saveMine());
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"6"', '"7"', '"8"', '"9"']);
  expect(JSON.parse(sent.at(-1)?.value ?? ''), 'price is mine, stock is the newest').toEqual({ price: 2, stock: 6 });
  expect(saved).toEqual([expect.objectContaining({ version: 9, wasCreated: false })]);
});

it('keeps "all mine" for later conflicts, and asks no second time', async () => {
  await write({ price: 2, stock: 11 });
  stored = { version: 6, value: { price: 3, stock: 10 } };
  await save();
  await act(async () => editor.now.chooseAll('mine'));
  stored = { version: 7, value: { price: 4, stock: 8 } };
  await act(async () => editor.now.saveMerge());
  expect(JSON.parse(sent.at(-1)?.value ?? '')).toEqual({ price: 2, stock: 11 });
  expect(saved).toHaveLength(1);
});

it('asks again where nothing was chosen for a place that changed after the choice', async () => {
  await write({ price: 2, stock: 11 });
  stored = { version: 6, value: { price: 3, stock: 10 } };
  await save();
  await act(async () => editor.now.choose('/value/price', 'mine'));
  stored = { version: 7, value: { price: 4, stock: 8 } };
  await act(async () => editor.now.saveMerge());
  expect(saved).toEqual([]);
  expect(editor.now.conflict?.choices.places.get('/value/price')).toBe('mine');
  expect(editor.now.conflict?.theirs.version).toBe(7);
});

it('goes back from a conflict to what was written, on the version that it began from', async () => {
  await write({ price: 2, stock: 10 });
  stored = { version: 6, value: { price: 3, stock: 10 } };
  await save();
  await act(async () => editor.now.leaveConflict());
  expect(valueOfForm()).toEqual({ price: 2, stock: 10 });
  expect(editor.now).toMatchObject({ conflict: undefined, base: { version: 5 } });
  expect(editor.now.moved, 'and is told at once that it has changed').toMatchObject({ kind: 'changed', version: 6 });
});

it('tells that the entry was deleted meanwhile, and creates it again', async () => {
  await write({ price: 2, stock: 10 });
  stored = undefined;
  await save();
  expect(editor.now.moved).toMatchObject({ kind: 'deleted', by: { name: 'sample.stock.count' } });
  expect(editor.now.conflict).toBeUndefined();
  await save();
  expect(sent.at(-1)).not.toHaveProperty('ifMatch');
  expect(saved).toEqual([expect.objectContaining({ wasCreated: true })]);
});

it('does not change the form while theirs is read', async () => {
  await write({ price: 2, stock: 10 });
  stored = { version: 6, value: { price: 1, stock: 9 } };
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  await act(async () => void editor.now.beginMerge());
  expect(editor.now.busy).toBe('merging');
  await write({ price: 7, stock: 7 });
  expect(valueOfForm(), 'what would be lost is not taken').toEqual({ price: 2, stock: 10 });
  await act(async () => held.resolve());
  expect(valueOfForm()).toEqual({ price: 2, stock: 9 });
  expect(editor.now.busy).toBeUndefined();
});

it('starts over from the version that it is based on', async () => {
  await write({ price: 2, stock: 10 });
  expect(editor.now).toMatchObject({ isDirty: true, isUnfinished: true });
  stored = { version: 6, value: { price: 1, stock: 9 } };
  await save();
  await act(async () => editor.now.startOver());
  expect(valueOfForm()).toEqual({ price: 1, stock: 9 });
  expect(editor.now).toMatchObject({ isDirty: false, note: undefined });
});

/** Loses the answer to the next save, which arrives or does not. */
function loseNextAnswer({ arrives }: { arrives: boolean }): void {
  const answer = service.save.getMockImplementation();
  service.save.mockImplementationOnce(async (request) => {
    isAway = true;
    const made = arrives && (await answer?.(request));
    if (!made) throw new TypeError('Failed to fetch');
    stored = { version: 6, value: { price: 2, stock: 10 } };
    service.save.mockImplementationOnce(async (again) => {
      expect(again.idempotencyKey, 'the service knows it by its key').toBe(request.idempotencyKey);
      return made;
    });
    throw new TypeError('Failed to fetch');
  });
}

const comesBack = () =>
  act(async () => {
    isAway = false;
    await vi.advanceTimersByTimeAsync(2_100);
  });

it('finds out that a save without an answer did not arrive, once the connection is back', async () => {
  vi.useFakeTimers();
  await write({ price: 2, stock: 10 });
  loseNextAnswer({ arrives: false });
  await save();
  expect(editor.now.problem?.code).toBe('Unreachable');
  await act(async () => vi.advanceTimersByTimeAsync(6_000));
  expect(editor.now.problem?.code, 'nothing is claimed while nothing is read').toBe('Unreachable');
  await comesBack();
  expect(editor.now.problem).toMatchObject({ code: 'NothingDone', detail: expect.stringContaining('Try again') });
  expect(service.save, 'and nothing is sent by itself').toHaveBeenCalledOnce();
  await save();
  expect(saved).toHaveLength(1);
});

it('finds out that a save without an answer arrived, once the connection is back', async () => {
  vi.useFakeTimers();
  await write({ price: 2, stock: 10 });
  loseNextAnswer({ arrives: true });
  await save();
  expect(editor.now.problem?.code).toBe('Unreachable');
  await comesBack();
  expect(saved).toEqual([expect.objectContaining({ version: 9 })]);
  expect(editor.now.problem).toBeUndefined();
});

it('merges with what somebody else saved while a save did not arrive', async () => {
  vi.useFakeTimers();
  await write({ price: 2, stock: 10 });
  loseNextAnswer({ arrives: false });
  await save();
  stored = { version: 6, value: { price: 1, stock: 9 } };
  await comesBack();
  expect(valueOfForm()).toEqual({ price: 2, stock: 9 });
  expect(editor.now).toMatchObject({ problem: undefined, note: { kind: 'merged', version: 6 } });
});

it('asks no more about a save when the form is changed after it', async () => {
  vi.useFakeTimers();
  await write({ price: 2, stock: 10 });
  loseNextAnswer({ arrives: true });
  await save();
  await write({ price: 3, stock: 10 });
  await comesBack();
  expect(service.save).toHaveBeenCalledOnce();
  expect(editor.now.problem).toBeUndefined();
});

it('says that nothing was saved when what is there could not be read before', async () => {
  await write({ price: 2, stock: 10 });
  isAway = true;
  await act(async () => editor.now.saveMine());
  expect(editor.now.problem?.code).toBe('NothingDone');
  await act(async () => editor.now.beginMerge());
  expect(editor.now.problem?.code).toBe('NothingDone');
  expect(sent).toEqual([]);
});
