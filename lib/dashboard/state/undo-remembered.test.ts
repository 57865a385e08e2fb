import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  extendChange,
  type RecentChange,
  recentChange,
  rememberChange,
  undoneShare,
} from '@/components/state/edit/recent-changes.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { MemoryTab } from './testing/memory-tab.ts';
import { stopUndo, type UndoService, undoRemembered } from './undo-remembered.ts';

const row = (id: string, lastModifiedOn: string, name: string): EntryRow => ({
  ...{ storeName: 'shop', id, valueBytes: 1, contentType: 'application/json', hasBlob: false, tags: {} },
  ...{ etag: '"5"', version: 5, createdOn: lastModifiedOn, lastModifiedOn },
  ...{ createdBy: { kind: 'operator', id: name, name }, lastModifiedBy: { kind: 'operator', id: name, name } },
});
const done: UndoService['undo'] = async () => ({
  ok: true,
  value: { restored: [{ id: 'a', version: 7 }], removed: ['b'], receipt: 'r2' },
});
const refused =
  (code: 'ReceiptOutdated' | 'Unreachable'): UndoService['undo'] =>
  async () => ({ ok: false, problem: { code, detail: `It is ${code}.` } });
const service = (by: Partial<UndoService> = {}): UndoService => ({ undo: done, readRows: async () => [], ...by });
const remembered = () =>
  rememberChange({ title: 'Saved a', storeName: 'shop', parts: [{ receipt: 'r1', ids: ['a', 'b'] }] });
const allChanges = () => tabStore<readonly RecentChange[]>('state-changes', () => []).get();

let tab: EventTarget;
beforeEach(() => {
  new MemoryTab();
  tab = new EventTarget();
  vi.stubGlobal('window', tab);
});
afterEach(() => vi.unstubAllGlobals());

describe('a change that is taken back', () => {
  it('sends its receipt once, and is a change itself', async () => {
    const { key } = remembered();
    const sent: unknown[] = [];
    const undo: UndoService['undo'] = async (given) => {
      sent.push(given);
      return done(given);
    };
    const both = await Promise.all([undoRemembered(key, service({ undo })), undoRemembered(key, service({ undo }))]);
    expect(both.map(({ isUndone }) => isUndone)).toEqual([true, false]);
    expect(sent).toEqual([{ storeName: 'shop', receipt: 'r1', idempotencyKey: expect.any(String) }]);
    expect(recentChange(key)?.state).toBe('undone');
    expect(allChanges()[0]).toMatchObject({
      title: 'Undone: Saved a',
      ids: ['a', 'b'],
      parts: [{ receipt: 'r2' }],
    });
    expect(await undoRemembered(key, service())).toEqual({ isUndone: false, reason: 'It has already been undone.' });
  });

  it('cannot be taken back once something has moved, and says who moved it last', async () => {
    const { key } = remembered();
    const rows = [row('a', '2026-11-21T10:00:00.000Z', 'Bo'), row('b', '2026-11-21T11:00:00.000Z', 'Cy')];
    const outdated = service({ undo: refused('ReceiptOutdated'), readRows: async () => rows });
    const reason = 'b has changed since, last by Cy.';
    expect(await undoRemembered(key, outdated)).toEqual({ isUndone: false, reason });
    expect(recentChange(key)).toMatchObject({ state: 'impossible', reason });
    expect(await undoRemembered(key, service()), 'is not tried again').toEqual({ isUndone: false, reason });
  });

  it.each([
    ['was deleted', async () => [], 'Something that it touched was deleted since.'],
    ['cannot be read', () => Promise.reject(new Error('away')), 'Something that it touched has changed since.'],
  ])('says so when what moved %s', async (_name, readRows, reason) => {
    const outcome = await undoRemembered(remembered().key, service({ undo: refused('ReceiptOutdated'), readRows }));
    expect(outcome).toEqual({ isUndone: false, reason });
  });

  it('can be tried again after a failure that passes', async () => {
    const { key } = remembered();
    expect(await undoRemembered(key, service({ undo: refused('Unreachable') }))).toEqual({
      isUndone: false,
      reason: 'It is Unreachable.',
    });
    const keys: string[] = [];
    const lose: UndoService['undo'] = ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return Promise.reject(new Error('gone'));
    };
    const away = await undoRemembered(key, service({ undo: lose }));
    expect(away).toMatchObject({
      isUndone: false,
      reason: 'The dashboard did not answer. Check the connection and try again.',
    });
    expect(recentChange(key)?.state).toBe('done');
    await undoRemembered(key, service({ undo: lose }));
    expect(new Set(keys).size, 'each try is the same one for the service').toBe(1);
    expect(await undoRemembered(key, service())).toEqual({ isUndone: true });
  });

  it('is not taken back once it is forgotten', async () => {
    expect(await undoRemembered('unknown', service())).toMatchObject({ isUndone: false });
  });
});

describe('a change of several parts', () => {
  const several = (count: number) =>
    rememberChange({
      title: `Imported ${count} entries`,
      storeName: 'shop',
      parts: Array.from({ length: count }, (_, n) => ({ receipt: `r${n}`, ids: [`e${n}`] })),
    });
  const undoing = (order: string[], refusedReceipt?: string): UndoService['undo'] => {
    return async ({ receipt }) => {
      order.push(receipt);
      if (receipt === refusedReceipt) return { ok: false, problem: { code: 'ReceiptOutdated', detail: 'It moved.' } };
      return { ok: true, value: { restored: [], removed: [`of ${receipt}`], receipt: `back ${receipt}` } };
    };
  };

  it('is taken back from its last part to its first, however many there are, and brought back the other way', async () => {
    const order: string[] = [];
    const { key } = several(60);
    expect(await undoRemembered(key, service({ undo: undoing(order) }))).toEqual({ isUndone: true });
    expect(order).toEqual(Array.from({ length: 60 }, (_, n) => `r${59 - n}`));
    const [back] = allChanges();
    expect(back).toMatchObject({ title: 'Undone: Imported 60 entries', entryCount: 60, state: 'done' });
    order.length = 0;
    await undoRemembered(back?.key ?? '', service({ undo: undoing(order) }));
    expect(order.at(0)).toBe('back r0');
  });

  it('ends at the first part that cannot be taken back, says how many were, and what is left to take back', async () => {
    const order: string[] = [];
    const { key } = several(3);
    const outcome = await undoRemembered(key, service({ undo: undoing(order, 'r1') }));
    expect(order).toEqual(['r2', 'r1']);
    const reason = 'Something that it touched was deleted since. 1 of 3 parts were undone before that.';
    expect(outcome).toEqual({ isUndone: false, reason });
    expect(recentChange(key)).toMatchObject({
      state: 'impossible',
      reason,
      parts: [{ receipt: 'r0' }, { receipt: 'r1' }],
    });
    expect(allChanges()[0]).toMatchObject({ title: 'Undone in part: Imported 3 entries', ids: ['of r2'] });
  });

  it('tells how far it has come, is guarded while it goes on, and leaves the rest for later when it is stopped', async () => {
    const { key } = several(4);
    const asks = () => !tab.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const seen: unknown[] = [];
    const order: string[] = [];
    const undo: UndoService['undo'] = (given) => {
      const change = recentChange(key);
      seen.push([change && undoneShare(change), asks()]);
      if (given.receipt === 'r1') stopUndo(key);
      return undoing(order)(given);
    };
    const reason = 'It was stopped. 3 of 4 parts were undone before that.';
    expect(await undoRemembered(key, service({ undo }))).toEqual({ isUndone: false, reason });
    expect(seen).toEqual([0, 25, 50].map((share) => [share, true]));
    expect(asks()).toBe(false);
    expect(recentChange(key)).toMatchObject({ state: 'done', reason, parts: [{ receipt: 'r0' }] });
    expect(await undoRemembered(key, service({ undo }))).toEqual({ isUndone: true });
    expect(order).toEqual(['r3', 'r2', 'r1', 'r0']);
  });

  it('goes on with the parts that are left after a failure that passes', async () => {
    const order: string[] = [];
    const { key } = several(3);
    const away: UndoService['undo'] = async (given) => {
      if (given.receipt === 'r1') return { ok: false, problem: { code: 'Unreachable', detail: 'Away.' } };
      return undoing(order)(given);
    };
    expect(await undoRemembered(key, service({ undo: away }))).toMatchObject({ isUndone: false });
    expect(await undoRemembered(key, service({ undo: undoing(order) }))).toEqual({ isUndone: true });
    expect(order).toEqual(['r2', 'r1', 'r0']);
  });

  it('grows while it is made', async () => {
    const { key } = several(1);
    extendChange(key, 'Imported 3 entries', { receipt: 'r1', ids: ['x', 'y'] });
    expect(recentChange(key)).toMatchObject({
      title: 'Imported 3 entries',
      entryCount: 3,
      parts: [{ receipt: 'r0' }, { receipt: 'r1' }],
    });
  });
});
