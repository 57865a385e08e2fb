import { describe, expect, it } from 'vitest';
import { type EntryCopy, formOf, newForm } from '@/components/state/edit/entry-form.model.ts';
import { finishEntry } from './finish-entry.ts';
import { sendSave } from './send-save.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const base: EntryCopy = {
  ...{ id: 'a', etag: '"5"', version: 5, value: { n: 1 }, contentType: 'application/json', tags: {}, sensitive: [] },
  ...{ hasBlob: false, lastModifiedOn: '2026-11-21T10:00:00.000Z' },
  lastModifiedBy: { kind: 'operator', id: 'o', name: 'Ann' },
};
const on = (by: Partial<Parameters<typeof finishEntry>[1]> = {}) => ({ base, policy: undefined, now, ...by });

describe('a form that is saved', () => {
  it('carries the entity tag that was read', () => {
    const finished = finishEntry({ ...formOf(base), text: '{"n": 2}' }, on());
    expect(finished?.save).toMatchObject({ id: 'a', value: '{"n":2}', ifMatch: '"5"' });
    expect(finished?.bytes).toBe(7);
  });

  it('carries none when the entry is new', () => {
    expect(finishEntry({ ...newForm('b'), text: '1' }, on({ base: undefined }))?.save).not.toHaveProperty('ifMatch');
  });

  it('makes a deleted entry anew, with the expiry that it had', () => {
    const expiresOn = '2026-11-22T12:00:00.000Z';
    const finished = finishEntry(formOf(base), on({ base: { ...base, expiresOn }, isDeleted: true }));
    expect(finished?.save).not.toHaveProperty('ifMatch');
    expect(finished?.save.expiry).toEqual({ at: expiresOn });
    const past = { ...base, expiresOn: '2026-11-20T12:00:00.000Z' };
    expect(
      finishEntry(formOf(past), on({ base: past, isDeleted: true }))?.save,
      'not one that is over',
    ).not.toHaveProperty('expiry');
  });

  it.each([
    ['a value that is no JSON', { text: '{' }],
    ['a tag that is none', { tags: '=' }],
  ])('is not finished with %s', (_name, by) => {
    expect(finishEntry({ ...formOf(base), ...by }, on())).toBeUndefined();
  });

  it('is not finished where the schema of its store is broken', () => {
    const policy = { schema: { type: 'object', properties: { n: { type: 'string' } } } };
    expect(finishEntry(formOf(base), on({ policy }))).toBeUndefined();
    expect(finishEntry({ ...formOf(base), text: '{"n": "x"}' }, on({ policy }))).toBeDefined();
  });

  it('keeps a redacted part only where something is stored there', () => {
    const marked = { ...formOf(base), text: '{"n": {"$redacted": true}}' };
    expect(finishEntry(marked, on())).toBeDefined();
    expect(finishEntry(marked, on({ isDeleted: true }))).toBeUndefined();
    expect(finishEntry(marked, on({ base: undefined }))).toBeUndefined();
  });
});

describe('a save that is sent', () => {
  it.each([
    ['PreconditionFailed', 'conflict'],
    ['StateAlreadyExists', 'conflict'],
    ['InvalidRequest', 'refused'],
  ] as const)('%s is %s', async (code, kind) => {
    const problem = { code, detail: 'No.' };
    expect(await sendSave(async () => ({ ok: false, problem }))).toEqual({ kind, problem });
  });

  it('tells what was saved', async () => {
    const value = { etag: '"6"', version: 6, receipt: 'r' };
    expect(await sendSave(async () => ({ ok: true, value }))).toEqual({ kind: 'saved', ...value });
  });

  it('is refused when nobody answers', async () => {
    const outcome = await sendSave(() => Promise.reject(new TypeError('fetch failed')));
    expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'Unreachable' } });
  });
});
