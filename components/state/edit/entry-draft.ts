import { isJsonObject } from '#contract';
import { clearDraft, readDraft, writeDraft } from '@/components/json/draft.ts';
import { readJson } from '@/components/json/read-json.ts';
import { type EntryForm, readKeptForm } from './entry-form.model.ts';

/** An unfinished edit and the state of the entry that it began from; a new entry began from none. */
export type EntryDraft = { form: EntryForm; etag?: string; version?: number };

/** The name of the draft of an entry; `id` is `undefined` for a new one. */
function draftName(storeName: string, id: string | undefined): string {
  return `state ${JSON.stringify(id === undefined ? [storeName] : [storeName, id])}`;
}

export function readEntryDraft(storeName: string, id: string | undefined): EntryDraft | undefined {
  const kept = readDraft(draftName(storeName, id));
  if (kept === undefined) return undefined;
  const given = readJson(kept);
  if (!isJsonObject(given)) return undefined;
  const form = readKeptForm(given.form);
  if (form === undefined) return undefined;
  return {
    form,
    ...(typeof given.etag === 'string' && { etag: given.etag }),
    ...(typeof given.version === 'number' && { version: given.version }),
  };
}

/** Keeps an unfinished edit in this tab; tells whether the browser had room for it. */
export function writeEntryDraft(storeName: string, id: string | undefined, draft: EntryDraft): boolean {
  const name = draftName(storeName, id);
  writeDraft(name, JSON.stringify(draft));
  return readDraft(name) !== undefined;
}

export function clearEntryDraft(storeName: string, id: string | undefined): void {
  clearDraft(draftName(storeName, id));
}
