export {
  type BlobHousekeepingOptions,
  type BlobReport,
  type BrokenBlob,
  blobChange,
  type CheckBlobsOptions,
  checkBlobs,
  claimStaged,
  createStateBlobs,
  ForeignStoreError,
  ofLength,
  type StagedBlob,
  type StateBlobs,
  startBlobHousekeeping,
  type Transfer,
  type UnknownItem,
} from './blobs/index.ts';
export { createState, type State, type StateOptions } from './create-state.ts';
export { transactionOperations } from './entries/transaction.ts';
export {
  type StateHousekeepingOptions,
  startStateHousekeeping,
} from './housekeeping/start-state-housekeeping.ts';
export type {
  BlobUpload,
  EntryAddress,
  OpenBlob,
  OpenUpload,
  StateDeleteOptions,
  StateDeletion,
  StoreAddress,
} from './records.ts';
export { requireUsablePolicy } from './stores/set-policy.ts';
export type { StoreRecord } from './stores/store-record.ts';
export {
  type BlobChange,
  type MutationOutcome,
  type OperationOutcome,
  type StateMutation,
  type StateOperation,
  upsertOf,
} from './write/mutation.ts';
export { joined, type PreparedMutation } from './write/prepared.ts';
export { createsEntries, removedBy } from './write/receipt.ts';
export { refusalError } from './write/refusal.ts';
export { stateWriting } from './write/write-mutations.ts';
export type { Prepared, StateWriting } from './write/writing.ts';
