import type {
  ResumableUpload,
  StateAccessRecord,
  StateResponse,
  StateUndoResponse,
  StateVersion,
  Store,
  StorePolicy,
} from '#contract';
import type { Connection } from '../connection.ts';
import type { ConditionalPostOptions, OperationOptions, PostOptions } from '../options.ts';
import type { Pageable } from '../pageable.ts';
import type {
  StateAccessListOptions,
  StateRestoreOptions,
  StateVersionListOptions,
  StoreListOptions,
  UploadListOptions,
} from './options.ts';
import { type EntryArguments, readEntryArguments } from './state-reference.ts';

/** The operations on stores and on the versions of their entries. */
export class StoreOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists state stores with approximate sizes. Needs `state/read`, like all operations that only read state. */
  listStoresAsync(options: StoreListOptions = {}): Pageable<Store> {
    return this.connection.list('ListStores', {}, options);
  }

  /** Returns a store: its approximate size and its policy. */
  getStoreAsync(storeName: string, options: OperationOptions = {}): Promise<Store> {
    return this.connection.send('GetStore', { params: { storeName } }, options);
  }

  /** Sets a store's policy. Omitted fields are cleared. Needs `operators/manage`. */
  setStorePolicyAsync(storeName: string, policy: StorePolicy, options: ConditionalPostOptions = {}): Promise<Store> {
    const { ifMatch } = options;
    return this.connection.send('SetStorePolicy', { params: { storeName }, body: policy, ifMatch }, options);
  }

  /** Lists the kept versions of an entry, newest first, also of a deleted entry. */
  listStateVersionsAsync(...given: EntryArguments<[options?: StateVersionListOptions]>): Pageable<StateVersion> {
    const { address, rest } = readEntryArguments(given, 0);
    return this.connection.list('ListStateVersions', address, rest[0] ?? {});
  }

  /** Returns one version of an entry with its value. */
  getStateVersionAsync(...given: EntryArguments<[version: number, options?: OperationOptions]>): Promise<StateVersion> {
    const { address, rest } = readEntryArguments(given, 1);
    const [version, options] = rest;
    return this.connection.send('GetStateVersion', { params: { ...address, version } }, options);
  }

  /** Restores an earlier version of an entry, also of a deleted entry. Needs `state/create`. */
  async restoreStateAsync(
    ...given: EntryArguments<[version: number, options?: StateRestoreOptions]>
  ): Promise<StateResponse> {
    const { address, rest } = readEntryArguments(given, 1);
    const [version, { ifMatch, ifNoneMatch, ...options } = {}] = rest;
    const body = { id: address.id, version, ...(ifMatch && { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) };
    return this.connection.send('RestoreState', { params: { storeName: address.storeName }, body }, options);
  }

  /**
   * Undoes one change by its receipt while nothing that it touched has changed since; otherwise `ReceiptOutdated`.
   * Needs `state/create` and `state/delete`.
   */
  undoStateAsync(storeName: string, receipt: string, options: PostOptions = {}): Promise<StateUndoResponse> {
    return this.connection.send('UndoState', { params: { storeName }, body: { receipt } }, options);
  }

  /** Lists the steps of recent runs that read or wrote an entry, newest first. Also needs `steps/read`. */
  listStateAccessAsync(...given: EntryArguments<[options?: StateAccessListOptions]>): Pageable<StateAccessRecord> {
    const { address, rest } = readEntryArguments(given, 0);
    return this.connection.list('ListStateAccess', address, rest[0] ?? {});
  }

  /** Lists the caller's resumable uploads in progress. Needs `state/create`. */
  listUploadsAsync(options: UploadListOptions = {}): Pageable<ResumableUpload> {
    return this.connection.list('ListUploads', {}, options);
  }
}
