// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedText } from '@/components/state/delete-entries-dialog.tsx';
import type { EntryRow } from '@/components/state/entry.ts';
import { saveRestoreFile } from './restore-file.ts';

const by = { kind: 'operator', id: 'ada', name: 'Ada' } as const;
const on = '2026-11-21T10:00:00.000Z';
const row = (id: string): EntryRow => ({
  ...{ storeName: 'shop', id, valueBytes: 1, contentType: 'application/json', hasBlob: false, tags: {} },
  ...{ etag: '"5"', version: 5, createdOn: on, lastModifiedOn: on, createdBy: by, lastModifiedBy: by },
});
const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('URL', { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => {} });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [['a', 'b', 'c'], 1, /^Saved\. Import/],
  [['a', 'c'], 1, /^Saved 2 of 3: the versions of the others are not kept/],
  [[], 0, /^Not saved/],
])('says how many entries the restore file holds when %j are kept', async (kept, files, text) => {
  const entries = ['a', 'b', 'c'].map(row);
  const held = await saveRestoreFile('shop', entries, async ({ versions }) => ({
    ok: true,
    value: versions.map(({ id }) => (kept.includes(id) ? `{"id":"${id}"}\n` : '')).join(''),
  }));
  expect(held).toBe(kept.length);
  expect(saved).toHaveLength(files);
  expect(savedText({ held, asked: entries.length })).toMatch(text);
});
