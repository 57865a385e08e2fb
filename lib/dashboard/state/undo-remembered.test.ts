import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recentChange, rememberChange } from '@/components/state/edit/recent-changes.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { MemoryTab } from './testing/memory-tab.ts';
import { undoParts } from './told-change.ts';
import { type UndoService, undoRemembered } from './undo-remembered.ts';

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
const remembered = () => rememberChange({ title: 'Saved a', storeName: 'shop', receipt: 'r1', ids: ['a', 'b'] });
const allChanges = () =>
  tabStore<readonly { title: string; receipt: string; ids: readonly string[] }[]>('state-changes', () => []).get();

beforeEach(() => void new MemoryTab());
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
    expect(sent).toEqual([{ storeName: 'shop', receipt: 'r1', idempotencyKey: key }]);
    expect(recentChange(key)?.state).toBe('undone');
    expect(allChanges()[0]).toMatchObject({ title: 'Undone: Saved a', receipt: 'r2', ids: ['a', 'b'] });
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
    expect(keys, 'each try is the same one for the service').toEqual([key, key]);
    expect(await undoRemembered(key, service())).toEqual({ isUndone: true });
  });

  it('is not taken back once it is forgotten', async () => {
    expect(await undoRemembered('unknown', service())).toMatchObject({ isUndone: false });
  });
});

describe('a change of several parts', () => {
  it('is taken back from its last part to its first', async () => {
    const order: string[] = [];
    const outcome = await undoParts(['1', '2', '3'], async (key) => {
      order.push(key);
      return { isUndone: true };
    });
    expect([outcome, order]).toEqual([{ isUndone: true }, ['3', '2', '1']]);
  });

  it('ends at the first part that cannot be taken back, and says how many were', async () => {
    const order: string[] = [];
    const outcome = await undoParts(['1', '2', '3'], async (key) => {
      order.push(key);
      return key === '2' ? { isUndone: false, reason: 'It moved.' } : { isUndone: true };
    });
    expect(order).toEqual(['3', '2']);
    expect(outcome).toEqual({ isUndone: false, reason: 'It moved. 1 of 3 parts were undone before that.' });
    expect(await undoParts(['1'], async () => ({ isUndone: false, reason: 'It moved.' }))).toEqual({
      isUndone: false,
      reason: 'It moved.',
    });
  });
});
