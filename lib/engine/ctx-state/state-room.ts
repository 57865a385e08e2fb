import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import { createState, createStateBlobs, type State, type StateBlobs, type StateWriting, stateWriting } from '#state';
import { StateJournal, type StateJournalOptions } from './state-journal.ts';

/** The parts of the state room that a worker's runs use. */
export type StateRoom = {
  readonly state: State;
  readonly writing: StateWriting;
  /** `undefined` when the worker has no blob store. */
  readonly blobs: StateBlobs | undefined;
  readonly journal: StateJournal;
};

export function openStateRoom(
  {
    database,
    blobs,
    maximumBlobBytes,
  }: { database: Database; blobs: BlobStore | undefined; maximumBlobBytes: number | undefined },
  options: Pick<StateJournalOptions, 'owner' | 'onTrouble'>,
): StateRoom {
  const writing = stateWriting(database);
  return {
    state: createState({ database, blobs }),
    writing,
    blobs: blobs && createStateBlobs({ database, writing, blobs, maximumBlobBytes }),
    journal: new StateJournal({ database, writing, ...options }),
  };
}
