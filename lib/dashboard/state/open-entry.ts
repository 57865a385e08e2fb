'use client';
import type { StateVersion, StateWriter, Store, StorePolicy } from '#contract';
import { JsonChecker } from '@/components/json/json-checker.ts';
import { keptSave } from '@/components/state/edit/basket.ts';
import { readEntryDraft } from '@/components/state/edit/entry-draft.ts';
import { copyOfText, type EntryCopy, type EntryForm, formOfSave } from '@/components/state/edit/entry-form.model.ts';
import type { Moved } from '@/components/state/edit/moved-notice.tsx';
import type { EntryRow, EntryView } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import type { ListPage } from '../list/page.ts';
import { isProblemError } from '../problem/problem.ts';
import { fetchJson, fetchText } from '../query/fetch-json.ts';

/** What an edit begins with. */
export type OpenedEntry =
  | { kind: 'held'; bytes: number; version: number }
  | { kind: 'missing' }
  | {
      kind: 'open';
      /** What the edit is based on: the entry as it is, or the version that a draft began from. */
      base: EntryCopy;
      /** An unfinished edit, and where it was kept. */
      begun: { form: EntryForm; from: 'draft' | 'basket' } | undefined;
      /** Whether the version that the draft began from is no longer kept. */
      isBaseLost: boolean;
      hasStoredBlob: boolean;
      policy: StorePolicy | undefined;
    };

/**
 * Reads an entry to edit it, and the draft of an edit that was begun. A large value is read only when asked for by the
 * version that was held back; it is read at once, beside the rest.
 */
export async function openEntry(
  { storeName, id }: { storeName: string; id: string },
  { wholeVersion, signal }: { wholeVersion?: number | undefined; signal: AbortSignal },
): Promise<OpenedEntry> {
  const draft = readEntryDraft(storeName, id);
  const save = draft === undefined ? keptSave(storeName, id) : undefined;
  const ahead = wholeVersion && readStoredVersion({ storeName, id, version: wholeVersion }, signal);
  const [view, policy, whole] = await Promise.all([
    readView(storeName, id, signal),
    readPolicy(storeName, signal),
    ahead,
  ]);
  if (view?.shown.kind === 'held' && wholeVersion === undefined)
    return { kind: 'held', bytes: view.shown.bytes, version: view.version };
  const isRead = view?.shown.kind === 'held' && whole && whole.version === view.version;
  const current = isRead ? copyOfVersion(whole, policy) : view && (await copyOf(view, storeName, policy, signal));
  const begunFrom = draft?.version ?? save?.version;
  const isMoved = begunFrom !== undefined && begunFrom !== current?.version;
  const older = isMoved ? await readVersion({ storeName, id, version: begunFrom }, policy, signal) : undefined;
  const base = older ?? current;
  if (base === undefined) return { kind: 'missing' };
  const form = draft?.form ?? (save && formOfSave(save.save, base));
  return {
    kind: 'open',
    // without the version that it began from, everything in the draft counts as changed
    base: isMoved && older === undefined ? { ...base, value: null, version: begunFrom, etag: draft?.etag ?? '' } : base,
    begun: form && { form, from: draft === undefined ? 'basket' : 'draft' },
    isBaseLost: isMoved && older === undefined,
    hasStoredBlob: view?.blob !== undefined,
    policy,
  };
}

/** The entry as it is now, with its value whatever its size; `undefined` where there is none. */
export async function readCurrent(
  { storeName, id }: { storeName: string; id: string },
  policy: StorePolicy | undefined,
): Promise<EntryCopy | undefined> {
  const view = await readView(storeName, id);
  return view && copyOf(view, storeName, policy);
}

/** Whether the entry has moved on from a version, without reading its value. */
export async function readMoved(
  storeName: string,
  id: string,
  version: number,
  signal: AbortSignal,
): Promise<Moved | null> {
  const { value } = await fetchJson<{ value: EntryRow[] }>(stateApi('rows', { store: storeName, id }), { signal });
  const row = value[0];
  if (row !== undefined) {
    const { etag, lastModifiedBy, lastModifiedOn } = row;
    if (row.version <= version) return null;
    return { kind: 'changed', etag, version: row.version, by: lastModifiedBy, on: lastModifiedOn };
  }
  const versions = await fetchJson<ListPage<StateVersion>>(stateApi('versions', { store: storeName, id }), { signal });
  const newest = versions.value[0];
  const isEnd = newest?.change === 'delete' || newest?.change === 'expire' || newest?.change === 'undo';
  return { kind: 'deleted', ...(isEnd && { by: newest.lastModifiedBy, on: newest.lastModifiedOn }) };
}

/** The store's policy; none where the store does not exist yet. */
export function readPolicy(storeName: string, signal?: AbortSignal): Promise<StorePolicy | undefined> {
  return fetchJson<Store>(stateApi('store', { store: storeName }), signal && { signal }).then(
    ({ policy }) => policy,
    unlessMissing,
  );
}

function readView(storeName: string, id: string, signal?: AbortSignal): Promise<EntryView | undefined> {
  return fetchJson<EntryView>(stateApi('entry', { store: storeName, id }), signal && { signal }).catch(unlessMissing);
}

/** A version of an entry with its value; `undefined` where it is not kept. */
export async function readVersion(
  address: VersionAddress,
  policy: StorePolicy | undefined,
  signal?: AbortSignal,
): Promise<EntryCopy | undefined> {
  return copyOfVersion(await readStoredVersion(address, signal), policy);
}

type VersionAddress = { storeName: string; id: string; version: number };

/** A version with its value as text: a large one is read and laid out beside the page. */
type StoredVersion = Omit<StateVersion, 'value'> & { text: string | undefined };

async function readStoredVersion(
  { storeName, id, version }: VersionAddress,
  signal?: AbortSignal,
): Promise<StoredVersion | undefined> {
  const address = stateApi('version', { store: storeName, id, version: String(version), whole: 'true' });
  const text = await fetchText(address, signal && { signal }).catch(unlessMissing);
  if (text === undefined) return undefined;
  const reader = new JsonChecker();
  const { rest, value } = await reader.takeValue(text).finally(() => reader.end());
  const facts: Omit<StateVersion, 'value'> = JSON.parse(rest);
  return { ...facts, text: value };
}

function copyOfVersion(read: StoredVersion | undefined, policy: StorePolicy | undefined): EntryCopy | undefined {
  return read?.text === undefined ? undefined : copyOfText(factsOf(read, policy), read.text);
}

async function copyOf(
  view: EntryView,
  storeName: string,
  policy: StorePolicy | undefined,
  signal?: AbortSignal,
): Promise<EntryCopy | undefined> {
  if (view.shown.kind === 'value') return { ...factsOf(view, policy), value: view.shown.value };
  return readVersion({ storeName, id: view.id, version: view.version }, policy, signal);
}

type Facts = {
  id: string;
  etag: string;
  version: number;
  contentType: string;
  tags: Record<string, string>;
  sensitive?: string[] | undefined;
  hasBlob: boolean;
  expiresOn?: string | undefined;
  lastModifiedOn: string;
  lastModifiedBy: StateWriter;
};

function factsOf(facts: Facts, policy: StorePolicy | undefined): Omit<EntryCopy, 'value'> {
  const { id, etag, version, contentType, tags, hasBlob, expiresOn, lastModifiedOn, lastModifiedBy } = facts;
  const ofStore = new Set(policy?.sensitive);
  return {
    ...{ id, etag, version, contentType, tags, hasBlob, expiresOn, lastModifiedOn, lastModifiedBy },
    sensitive: (facts.sensitive ?? []).filter((pointer) => !ofStore.has(pointer)),
  };
}

/** What is not there is no failure here. */
function unlessMissing(error: unknown): undefined {
  const missing = ['StateNotFound', 'StateVersionNotFound', 'StoreNotFound'];
  if (isProblemError(error) && missing.includes(error.problem.code)) return undefined;
  throw error;
}
