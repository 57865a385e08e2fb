import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import { listAccess } from './access/list-access.ts';
import { createStateBlobs, withoutBlobs } from './blobs/index.ts';
import type { StateContext } from './context.ts';
import { bulkGet } from './entries/bulk-get.ts';
import { bulkSave } from './entries/bulk-save.ts';
import { bulkDelete, deleteEntry } from './entries/delete.ts';
import { get } from './entries/get.ts';
import { list } from './entries/list/list.ts';
import { save } from './entries/save.ts';
import { transaction } from './entries/transaction.ts';
import type { State } from './state.ts';
import { setPolicy } from './stores/set-policy.ts';
import { getStore, listStores } from './stores/store-record.ts';
import { knownStores } from './stores/stores.ts';
import { getVersion, listVersions } from './versions/list-versions.ts';
import { restore } from './versions/restore.ts';
import { undo } from './versions/undo.ts';
import { committer } from './write/commit.ts';
import { stateWriting } from './write/write-mutations.ts';

export type StateOptions = {
  database: Database;
  /** Where the bytes of blobs are; without it all that needs them is `ServiceUnavailable`. */
  blobs?: BlobStore | undefined;
  /** Of one blob; `limits.blobBytes` without it. */
  maximumBlobBytes?: number | undefined;
};

/** The state stores of a migrated database. Several processes may share one. */
export function createState({ database, blobs, maximumBlobBytes }: StateOptions): State {
  const stores = knownStores(database);
  const writing = stateWriting(database, stores);
  const context: StateContext = { database, stores, writing, commit: committer(database, writing) };
  return {
    listStores: (namespace, filter) => listStores(database, namespace, filter),
    getStore: (address) => getStore(database, address),
    setPolicy: (address, policy) => setPolicy(context, address, policy),
    list: (address, filter) => list(context, address, filter),
    get: (address, options) => get(context, address, options),
    bulkGet: (address, input) => bulkGet(context, address, input),
    save: (address, input, writer) => save(context, address, input, writer),
    bulkSave: (address, entries, writer) => bulkSave(context, address, entries, writer),
    transaction: (address, input, writer) => transaction(context, address, input, writer),
    delete: (address, options, writer) => deleteEntry(context, address, options, writer),
    bulkDelete: (address, deletes, writer) => bulkDelete(context, address, deletes, writer),
    listVersions: (address, filter) => listVersions(context, address, filter),
    getVersion: (address, version) => getVersion(context, address, version),
    restore: (address, version, options, writer) => restore(context, address, version, options, writer),
    undo: (address, receipt, writer, options) => undo(context, address, receipt, writer, options),
    listAccess: (address, paging) => listAccess(context, address, paging),
    ...(blobs === undefined ? withoutBlobs() : createStateBlobs({ database, writing, blobs, maximumBlobBytes })),
  };
}
