import type { StateResponse } from '#contract';
import type { PageExtraOf } from '../operation-types.ts';
import type { ConditionalPostOptions, OperationOptions, QueryOptions } from '../options.ts';
import type { Page } from '../pageable.ts';

/** Filters, order and page of a store's entries. */
export type StateListInput = QueryOptions<'ListState'>;
/** A page of entries. With a `delimiter`, `prefixes` holds the groups. */
export type StateListPage = Page<StateResponse, PageExtraOf<'ListState'>>;
export type StoreListOptions = QueryOptions<'ListStores'>;
export type StateVersionListOptions = QueryOptions<'ListStateVersions'>;
export type StateAccessListOptions = QueryOptions<'ListStateAccess'>;
export type UploadListOptions = QueryOptions<'ListUploads'>;

export type StateGetOptions = OperationOptions & {
  /** false: omits the value. */
  includeValue?: boolean | undefined;
  /** Throws `NotModified` when the entry has this etag. */
  ifNoneMatch?: string | undefined;
};

export type StateDeleteOptions = ConditionalPostOptions;

export type StateRestoreOptions = ConditionalPostOptions & {
  /** `'*'`: restores only where there is no current entry; otherwise `StateAlreadyExists`. */
  ifNoneMatch?: '*' | undefined;
};

export type StateSaveOptions = ConditionalPostOptions & {
  /** `'*'`: saves only a new entry; otherwise `StateAlreadyExists`. */
  ifNoneMatch?: '*' | undefined;
};

/** The entries saved by one change, in the order of the input. `receipt` is for `undoStateAsync`. */
export type SavedStates = StateResponse[] & { receipt?: string };

/** The entries found by a bulk read. */
export type FoundStates = StateResponse[] & {
  /** Requested ids that do not exist. */
  missing: string[];
  /** There are more, because of the number or the size. */
  isTruncated: boolean;
};

/** The result of a deletion. The receipt is for `undoStateAsync`; it is omitted when there was no entry. */
export type StateDeletion = { receipt?: string };
