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
import type { OperationOptions, PostOptions } from '../options.ts';
import type { Pageable } from '../pageable.ts';
import type {
  StateAccessListOptions,
  StateRestoreOptions,
  StateVersionListOptions,
  StoreListOptions,
  UploadListOptions,
} from './options.ts';
import { type EntryArguments, readEntryArguments } from './state-reference.ts';

/** The operations on stores and on the past of their entries: the part of `StateClient` that operators need most. */
export class StoreOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists state stores with about how much they hold. Needs `state/read`, as all that only reads state. */
  listStoresAsync(options: StoreListOptions = {}): Pageable<Store> {
    return this.connection.list('ListStores', {}, options);
  }

  /** Reads a store: about how much it holds, and its policy. */
  getStoreAsync(storeName: string, options: OperationOptions = {}): Promise<Store> {
    return this.connection.send('GetStore', { params: { storeName } }, options);
  }

  /** Sets a store's policy; what is left out is not asked. Needs `operators/manage`. */
  setStorePolicyAsync(storeName: string, policy: StorePolicy, options: OperationOptions = {}): Promise<Store> {
    return this.connection.send('SetStorePolicy', { params: { storeName }, body: policy }, options);
  }

  /** Lists the versions of an entry that are kept, newest first; also of a deleted one. */
  listStateVersionsAsync(...given: EntryArguments<[options?: StateVersionListOptions]>): Pageable<StateVersion> {
    const { address, rest } = readEntryArguments(given, 0);
    return this.connection.list('ListStateVersions', address, rest[0] ?? {});
  }

  /** Reads one version of an entry with its value. */
  getStateVersionAsync(...given: EntryArguments<[version: number, options?: OperationOptions]>): Promise<StateVersion> {
    const { address, rest } = readEntryArguments(given, 1);
    const [version, options] = rest;
    return this.connection.send('GetStateVersion', { params: { ...address, version } }, options);
  }

  /** Makes an earlier version the current one; also of a deleted entry. Needs `state/create`. */
  async restoreStateAsync(
    ...given: EntryArguments<[version: number, options?: StateRestoreOptions]>
  ): Promise<StateResponse> {
    const { address, rest } = readEntryArguments(given, 1);
    const [version, { ifMatch, ...options } = {}] = rest;
    const body = { id: address.id, version, ...(ifMatch === undefined ? {} : { ifMatch }) };
    return this.connection.send('RestoreState', { params: { storeName: address.storeName }, body }, options);
  }

  /**
   * Takes back one change, named by the receipt in its answer, as long as nothing it touched has changed since: else
   * `ReceiptOutdated`. Needs `state/create` and `state/delete`.
   */
  undoStateAsync(storeName: string, receipt: string, options: PostOptions = {}): Promise<StateUndoResponse> {
    return this.connection.send('UndoState', { params: { storeName }, body: { receipt } }, options);
  }

  /** Lists the steps of recent runs that read or wrote an entry, newest first. Needs `steps/read`, too. */
  listStateAccessAsync(...given: EntryArguments<[options?: StateAccessListOptions]>): Pageable<StateAccessRecord> {
    const { address, rest } = readEntryArguments(given, 0);
    return this.connection.list('ListStateAccess', address, rest[0] ?? {});
  }

  /** Lists the caller's resumable uploads that are under way. Needs `state/create`. */
  listUploadsAsync(options: UploadListOptions = {}): Pageable<ResumableUpload> {
    return this.connection.list('ListUploads', {}, options);
  }
}
