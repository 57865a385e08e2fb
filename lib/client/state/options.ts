import type { StateResponse } from '#contract';
import type { PageExtraOf } from '../operation-types.ts';
import type { ConditionalPostOptions, OperationOptions, PostOptions, QueryOptions } from '../options.ts';
import type { Page } from '../pageable.ts';

/** Filters, order and page of a store's entries. */
export type StateListInput = QueryOptions<'ListState'>;
/** A page of entries; with a `delimiter`, `prefixes` holds what it rolled up. */
export type StateListPage = Page<StateResponse, PageExtraOf<'ListState'>>;
export type StoreListOptions = QueryOptions<'ListStores'>;
export type StateVersionListOptions = QueryOptions<'ListStateVersions'>;
export type StateAccessListOptions = QueryOptions<'ListStateAccess'>;
export type UploadListOptions = QueryOptions<'ListUploads'>;

export type StateGetOptions = OperationOptions & {
  /** false: answers without the value. */
  includeValue?: boolean | undefined;
  /** An etag: throws `NotModified` where the entry still has it. */
  ifNoneMatch?: string | undefined;
};

export type StateDeleteOptions = ConditionalPostOptions;
export type StateRestoreOptions = ConditionalPostOptions;
export type StateSaveOptions = PostOptions;

/** Entries that one change saved, in the order given; `receipt` is what `undoStateAsync` takes. */
export type SavedStates = StateResponse[] & { receipt?: string };

/** Entries that a bulk read found. */
export type FoundStates = StateResponse[] & {
  /** Ids that were asked for and are not there. */
  missing: string[];
  /** There are more, by number or by bytes. */
  isTruncated: boolean;
};

/** What deleting an entry leaves: with the receipt `undoStateAsync` brings it back; left out where there was none. */
export type StateDeletion = { receipt?: string };
