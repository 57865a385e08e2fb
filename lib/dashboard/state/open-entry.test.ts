import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeEntryDraft } from '@/components/state/edit/entry-draft.ts';
import { formOf } from '@/components/state/edit/entry-form.model.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { openEntry, readCurrent, readMoved, readVersion } from './open-entry.ts';
import { MemoryTab } from './testing/memory-tab.ts';

const writer = { kind: 'operator' as const, id: 'o', name: 'Ann' };
const row = (by: Partial<EntryRow> = {}): EntryRow => ({
  ...{ storeName: 'shop', id: 'a', valueBytes: 1, contentType: 'application/json', hasBlob: false, tags: {} },
  ...{ etag: '"5"', version: 5, createdOn: '2026-11-21T10:00:00.000Z', createdBy: writer },
  ...{ lastModifiedOn: '2026-11-21T12:00:00.000Z', lastModifiedBy: writer },
  ...by,
});
const view = (value: unknown, by: Partial<EntryRow> = {}) => ({ ...row(by), shown: { kind: 'value', value } });
const notFound = (code: string) => ({ status: 404, body: { code, detail: 'It is not there.' } });

let tab: MemoryTab;
const signal = new AbortController().signal;
const open = (wholeVersion?: number) => openEntry({ storeName: 'shop', id: 'a' }, { wholeVersion, signal });

beforeEach(() => {
  tab = new MemoryTab();
  tab.answers.set('store', { name: 'shop', policy: { sensitive: ['/secret'] } });
});
afterEach(() => vi.unstubAllGlobals());

const draftOf = (text: string, version: number) =>
  writeEntryDraft('shop', 'a', {
    form: { ...formOf({ ...row(), value: null, sensitive: [] }), text },
    etag: `"${version}"`,
    version,
  });

describe('an entry that is opened for an edit', () => {
  it('begins with what is there, without the pointers of its store', async () => {
    tab.answers.set('entry', { ...view({ n: 1 }), sensitive: ['/own', '/secret'] });
    expect(await open()).toMatchObject({
      kind: 'open',
      base: { version: 5, etag: '"5"', value: { n: 1 }, sensitive: ['/own'] },
      begun: undefined,
      isBaseLost: false,
      hasStoredBlob: false,
    });
  });

  it('is missing where there is none', async () => {
    tab.answers.set('entry', notFound('StateNotFound'));
    expect(await open()).toEqual({ kind: 'missing' });
  });

  it('fails when it cannot be read', async () => {
    tab.answers.set('entry', { status: 403, body: { code: 'InsufficientScope', detail: 'No.' } });
    await expect(open()).rejects.toMatchObject({ problem: { code: 'InsufficientScope' } });
  });

  it('is opened without a policy where its store is not there yet', async () => {
    tab.answers.set('store', notFound('StoreNotFound'));
    tab.answers.set('entry', view(1));
    expect(await open()).toMatchObject({ kind: 'open', policy: undefined });
  });

  it('reads a large value only when asked for', async () => {
    tab.answers.set('entry', { ...row(), shown: { kind: 'held', bytes: 300_000 } });
    tab.answers.set('version', { ...row(), value: 'large' });
    expect(await open()).toEqual({ kind: 'held', bytes: 300_000, version: 5 });
    const versions = () => tab.asked.filter((address) => address.includes('/version?'));
    expect(versions()).toEqual([]);
    expect(await open(5)).toMatchObject({ kind: 'open', base: { value: 'large' } });
    expect(versions()).toEqual([expect.stringContaining('version=5')]);
  });

  it('reads the large value that is there now when it was replaced meanwhile', async () => {
    tab.answers.set('entry', { ...row(), shown: { kind: 'held', bytes: 300_000 } });
    tab.answers.set('version', { ...row({ version: 4 }), value: 'old' });
    const opened = open(4);
    await vi.waitFor(() => expect(tab.asked.filter((address) => address.includes('/version?'))).toHaveLength(1));
    tab.answers.set('version', { ...row(), value: 'new' });
    expect(await opened).toMatchObject({ kind: 'open', base: { value: 'new', version: 5 } });
    expect(tab.asked.at(-1)).toContain('version=5');
  });

  it('goes on with a draft of the same version', async () => {
    tab.answers.set('entry', view({ n: 1 }));
    draftOf('{"n": 2}', 5);
    expect(await open()).toMatchObject({
      base: { version: 5, value: { n: 1 } },
      begun: { from: 'draft', form: { text: '{"n": 2}' } },
      isBaseLost: false,
    });
  });

  it('goes on with what is in the basket, and says so', async () => {
    const gathered = {
      kind: 'save',
      id: 'a',
      bytes: 8,
      version: 5,
      save: { id: 'a', value: '{"n": 3}', ifMatch: '"5"' },
    };
    tab.kept.set('taskdeck.basket.gathered', JSON.stringify([gathered]));
    tab.answers.set('entry', view({ n: 1 }, { storeName: 'gathered' }));
    const opened = await openEntry({ storeName: 'gathered', id: 'a' }, { signal });
    expect(opened).toMatchObject({ begun: { from: 'basket', form: { text: '{\n  "n": 3\n}' } }, isBaseLost: false });
  });

  it('bases a draft on the version that it began from, when others have saved since', async () => {
    tab.answers.set('entry', view({ n: 9 }));
    tab.answers.set('version', { ...row({ version: 3, etag: '"3"' }), value: { n: 1 } });
    draftOf('{"n": 2}', 3);
    expect(await open()).toMatchObject({ base: { version: 3, etag: '"3"', value: { n: 1 } }, isBaseLost: false });
    expect(tab.asked.find((address) => address.includes('/version?'))).toContain('version=3');
  });

  it('counts everything in a draft as changed, when the version that it began from is lost', async () => {
    tab.answers.set('entry', view({ n: 9 }));
    tab.answers.set('version', notFound('StateVersionNotFound'));
    draftOf('{"n": 2}', 3);
    expect(await open(), 'and never saves over what is there').toMatchObject({
      base: { version: 3, etag: '"3"', value: null },
      isBaseLost: true,
    });
  });

  it('keeps a draft of an entry that was deleted meanwhile', async () => {
    tab.answers.set('entry', notFound('StateNotFound'));
    tab.answers.set('version', { ...row({ version: 3, etag: '"3"' }), value: { n: 1 } });
    draftOf('{"n": 2}', 3);
    expect(await open()).toMatchObject({ kind: 'open', base: { version: 3 }, begun: { from: 'draft' } });
  });
});

describe('an entry during an edit', () => {
  const moved = () => readMoved('shop', 'a', 5, signal);

  it('has not moved while its version is the same', async () => {
    tab.answers.set('rows', { value: [row()] });
    expect(await moved()).toBeNull();
    tab.answers.set('rows', { value: [row({ version: 4 })] });
    expect(await moved(), 'an older answer').toBeNull();
  });

  it('tells who has changed it', async () => {
    tab.answers.set('rows', { value: [row({ version: 6, etag: '"6"' })] });
    expect(await moved()).toEqual({
      ...{ kind: 'changed', etag: '"6"', version: 6, by: writer, on: '2026-11-21T12:00:00.000Z' },
    });
  });

  it.each([
    ['delete', true],
    ['expire', true],
    ['undo', true],
    ['save', false],
  ])('that is gone after a %s tells who did it: %s', async (change, isKnown) => {
    tab.answers.set('rows', { value: [] });
    tab.answers.set('versions', { value: [{ ...row(), change }] });
    expect(await moved()).toEqual({
      kind: 'deleted',
      ...(isKnown && { by: writer, on: '2026-11-21T12:00:00.000Z' }),
    });
  });

  it('is read whole for a merge, whatever its size', async () => {
    tab.answers.set('entry', { ...row(), shown: { kind: 'held', bytes: 300_000 } });
    tab.answers.set('version', { ...row(), value: 'large' });
    expect(await readCurrent({ storeName: 'shop', id: 'a' }, undefined)).toMatchObject({ value: 'large' });
    tab.answers.set('entry', notFound('StateNotFound'));
    expect(await readCurrent({ storeName: 'shop', id: 'a' }, undefined)).toBeUndefined();
  });

  it('has no earlier version where its value is not kept', async () => {
    tab.answers.set('version', row());
    expect(await readVersion({ storeName: 'shop', id: 'a', version: 1 }, undefined)).toBeUndefined();
  });
});
