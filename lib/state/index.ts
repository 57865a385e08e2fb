export type {
  EntryAddress,
  OpenBlob,
  OpenUpload,
  State,
  StateDeleteOptions,
  StateDeletion,
  StoreAddress,
} from './state.ts';
