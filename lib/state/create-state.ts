import type { BlobStore } from '#blobs';
import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import { createStateBlobs, withoutBlobs } from './blobs/index.ts';
import type { StateContext } from './context.ts';
import { bulkSave } from './entries/bulk-save.ts';
import { bulkDelete, deleteEntry } from './entries/delete.ts';
import { get } from './entries/get.ts';
import { save } from './entries/save.ts';
import { transaction } from './entries/transaction.ts';
import type { State } from './state.ts';
import { knownStores } from './stores/stores.ts';
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
  const later = () => Promise.reject(new TaskdeckError('ServiceUnavailable', 'this part of state is not there yet'));
  return {
    listStores: later,
    getStore: later,
    setPolicy: later,
    list: later,
    get: (address, options) => get(context, address, options),
    bulkGet: later,
    save: (address, input, writer) => save(context, address, input, writer),
    bulkSave: (address, entries, writer) => bulkSave(context, address, entries, writer),
    transaction: (address, input, writer) => transaction(context, address, input, writer),
    delete: (address, options, writer) => deleteEntry(context, address, options, writer),
    bulkDelete: (address, deletes, writer) => bulkDelete(context, address, deletes, writer),
    listVersions: later,
    getVersion: later,
    restore: later,
    undo: later,
    listAccess: later,
    ...(blobs === undefined ? withoutBlobs() : createStateBlobs({ database, writing, blobs, maximumBlobBytes })),
  };
}
