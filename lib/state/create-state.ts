import type { BlobStore } from '#blobs';
import { bindFirst, type Database } from '#database';
import { listAccess } from './access/list-access.ts';
import { type BlobState, createStateBlobs, withoutBlobs } from './blobs/index.ts';
import type { StateContext } from './context.ts';
import { bulkGet } from './entries/bulk-get.ts';
import { bulkSave } from './entries/bulk-save.ts';
import { bulkDelete, deleteEntry } from './entries/delete.ts';
import { get } from './entries/get.ts';
import { count } from './entries/list/count.ts';
import { list } from './entries/list/list.ts';
import { save } from './entries/save.ts';
import { transaction } from './entries/transaction.ts';
import { setPolicy } from './stores/set-policy.ts';
import { getStore, listStores } from './stores/store-record.ts';
import { knownStores } from './stores/stores.ts';
import { getVersion, listVersions } from './versions/list-versions.ts';
import { readCover } from './versions/marks.ts';
import { restore } from './versions/restore.ts';
import { undo } from './versions/undo.ts';
import { committer } from './write/commit.ts';
import { stateWriting } from './write/write-mutations.ts';

export type StateOptions = {
  database: Database;
  /** The blob store. Without it, operations on blobs throw `ServiceUnavailable`. */
  blobs?: BlobStore | undefined;
  /** The maximum size of one blob. Default: `limits.blobBytes`. */
  maximumBlobBytes?: number | undefined;
};

/**
 * The state stores. Records are whole: redaction is the service's, and their `sensitive` holds the store's pointers too;
 * redaction markers in what is saved keep what is stored there. Every failure that a caller can cause is a
 * `TaskdeckError`; refused operations are named in its `failures`. Times are the database's. An expired entry is as if it
 * were not there. Every change commits whole, and together with what `committingWith` (of `#database`) adds.
 *
 * The database is a migrated one; several processes may share it.
 */
export function createState({ database, blobs, maximumBlobBytes }: StateOptions) {
  const stores = knownStores(database);
  const writing = stateWriting(database, stores);
  const context: StateContext = { database, stores, writing, commit: committer(database, writing) };
  const ofBlobs: BlobState =
    blobs === undefined ? withoutBlobs() : createStateBlobs({ database, writing, blobs, maximumBlobBytes });
  return { ...bindFirst(database, { listStores, getStore, readCover }), ...bindFirst(context, entries), ...ofBlobs };
}

export type State = ReturnType<typeof createState>;

const entries = {
  setPolicy,
  list,
  count,
  get,
  bulkGet,
  save,
  bulkSave,
  transaction,
  delete: deleteEntry,
  bulkDelete,
  listVersions,
  getVersion,
  restore,
  undo,
  listAccess,
};
