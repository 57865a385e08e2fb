import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import {
  type StateAccessRecord,
  type StateResponse,
  type StateVersion,
  type Store,
  stateListQuery,
  storeListQuery,
  stringifyJson,
} from '#contract';
import { heldAboveBytes, type ShownValue, showValue } from '@/components/json/shown-value.ts';
import type { EntryRow, EntryView, SearchedPage, TreePage } from '@/components/state/entry.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { entriesPerPage } from './entry-pages.ts';
import { requiredParam, versionOf } from './entry-params.ts';

/** Values up to this are read for the beginning that a list shows of them. */
const previewedBytes = 4 * 1024;
const previewCharacters = 160;

type Abortable = { abortSignal?: AbortSignal | undefined };

/** A page of the stores. */
export function readStores(client: TaskClient, params: URLSearchParams, options: Abortable): Promise<ListPage<Store>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(storeListQuery, params);
  return readPage(client.getStateClient().listStoresAsync({ ...filter, ...options }), {
    continuationToken,
    maxPageSize,
  });
}

/** The options of a store's list from an address. Throws `ProblemError` when they are not valid. */
export function stateListOptions(params: URLSearchParams) {
  return readListOptions(stateListQuery, params, 'store');
}

/** A page of a store's entries; the beginnings of small values are read with it, large ones stay where they are. */
export async function readEntries(
  client: TaskClient,
  params: URLSearchParams,
  options: Abortable,
): Promise<SearchedPage> {
  const storeName = requiredParam(params, 'store');
  const { continuationToken, maxPageSize = entriesPerPage, includeValue: _, ...filter } = stateListOptions(params);
  const state = client.getStateClient();
  const list = state.listStateAsync(storeName, { ...filter, includeValue: false, ...options });
  const settings = { maxPageSize, ...(continuationToken && { continuationToken }) };
  const first = await list.byPage(settings).next().catch(unlessMissing);
  if (first === undefined || first.done === true) return { value: [] };
  const { searchedCount, usedIndexes, continuationToken: next } = first.value;
  const page = {
    value: [...first.value],
    ...(next && { continuationToken: next }),
    ...(searchedCount !== undefined && { searchedCount }),
    ...(usedIndexes !== undefined && { usedIndexes }),
  };
  return { ...page, value: await toRows(client, storeName, page.value, options) };
}

/** These entries as they are now; those that are gone are left out. */
export async function readRows(client: TaskClient, params: URLSearchParams, options: Abortable): Promise<EntryRow[]> {
  const storeName = requiredParam(params, 'store');
  const ids = params.getAll('id').slice(0, 100);
  if (ids.length === 0) return [];
  const state = client.getStateClient();
  const entries = await Promise.all(
    ids.map((id) => state.getStateAsync(storeName, id, { includeValue: false, ...options }).catch(unlessMissing)),
  );
  const present = entries.filter((entry) => entry !== undefined);
  return toRows(client, storeName, present, options);
}

/** Rows of entries, with the beginnings of small values. An entry that changed meanwhile is shown as its value was read. */
async function toRows(
  client: TaskClient,
  storeName: string,
  entries: readonly StateResponse[],
  options: Abortable,
): Promise<EntryRow[]> {
  const ids = entries.filter(({ valueBytes = 0 }) => valueBytes <= previewedBytes).map(({ id }) => id);
  const read = ids.length === 0 ? [] : await client.getStateClient().getBulkStateAsync(storeName, { ids }, options);
  const values = new Map(read.map((entry) => [entry.id, entry]));
  return entries.map((entry) => toRow(values.get(entry.id) ?? entry));
}

function toRow({ value, receipt: _, ...row }: StateResponse): EntryRow {
  return value === undefined ? row : { ...row, preview: stringifyJson(value).slice(0, previewCharacters) };
}

/** A page of a level of the tree. */
export async function readTree(client: TaskClient, params: URLSearchParams, options: Abortable): Promise<TreePage> {
  const storeName = requiredParam(params, 'store');
  const { continuationToken, maxPageSize = entriesPerPage, prefix, delimiter = '/' } = stateListOptions(params);
  const list = client
    .getStateClient()
    .listStateAsync(storeName, { delimiter, includeValue: false, ...(prefix && { prefix }), ...options });
  const pages = list.byPage({ maxPageSize, ...(continuationToken && { continuationToken }) });
  const first = await pages.next().catch(unlessMissing);
  if (first === undefined || first.done === true) return { prefixes: [], entries: [] };
  const page = first.value;
  return {
    prefixes: [...(page.prefixes ?? [])],
    entries: page.map(({ id, blob }) => ({ id, hasBlob: blob !== undefined })),
    ...(page.continuationToken && { continuationToken: page.continuationToken }),
  };
}

/** An entry with its value where that is small. */
export async function readEntry(
  client: TaskClient,
  storeName: string,
  id: string,
  options: Abortable,
): Promise<EntryView> {
  const state = client.getStateClient();
  const known = await state.getStateAsync(storeName, id, { includeValue: false, ...options });
  const { valueBytes = 0 } = known;
  if (valueBytes > heldAboveBytes) return toView(known, { kind: 'held', bytes: valueBytes });
  const entry = await state.getStateAsync(storeName, id, options);
  return toView(entry, showValue(entry.value) ?? { kind: 'held', bytes: stringifyJson(entry.value).length });
}

function toView({ value: _, receipt: __, ...entry }: StateResponse, shown: ShownValue): EntryView {
  return { ...entry, shown };
}

/** A page of an entry's versions, newest first, without their values. */
export function readVersions(
  client: TaskClient,
  params: URLSearchParams,
  options: Abortable,
): Promise<ListPage<StateVersion>> {
  const list = client
    .getStateClient()
    .listStateVersionsAsync(requiredParam(params, 'store'), requiredParam(params, 'id'), options);
  return readPage(list, { ...continuationOf(params), maxPageSize: 50 }).catch(emptyWhereMissing);
}

/** One version with its value where that is small. `translateWholeVersion` sends it whole. */
export async function readVersion(
  client: TaskClient,
  params: URLSearchParams,
  options: Abortable,
): Promise<Omit<StateVersion, 'value'> & { shown?: ShownValue | undefined }> {
  const { value, ...version } = await client
    .getStateClient()
    .getStateVersionAsync(requiredParam(params, 'store'), requiredParam(params, 'id'), versionOf(params), options);
  return { ...version, shown: showValue(value) };
}

/** A page of the steps of recent runs that read or wrote an entry. */
export function readAccess(
  client: TaskClient,
  params: URLSearchParams,
  options: Abortable,
): Promise<ListPage<StateAccessRecord>> {
  const list = client
    .getStateClient()
    .listStateAccessAsync(requiredParam(params, 'store'), requiredParam(params, 'id'), options);
  return readPage(list, { ...continuationOf(params), maxPageSize: 50 }).catch(emptyWhereMissing);
}

function continuationOf(params: URLSearchParams) {
  const continuationToken = params.get('continuationToken');
  return continuationToken === null ? {} : { continuationToken };
}

/** For what may not be there: with `ifAny=true` it is then `null`, and no failure. */
export function nullIfAsked(params: URLSearchParams): (error: unknown) => null {
  return (error) => {
    if (params.get('ifAny') !== 'true') throw error;
    return nullWhereMissing(error);
  };
}

/** A store that nothing was written to yet is an empty one; an entry that never was has no versions. */
function emptyWhereMissing(error: unknown): ListPage<never> {
  unlessMissing(error);
  return { value: [] };
}

/** What is not there is `null`, for JSON knows no `undefined`. */
export function nullWhereMissing(error: unknown): null {
  return unlessMissing(error) ?? null;
}

/** What is not there is no failure here. */
function unlessMissing(error: unknown): undefined {
  if (isRequestFailedError(error) && error.statusCode === 404) return undefined;
  throw error;
}
