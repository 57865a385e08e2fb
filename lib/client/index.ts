export { AbortError } from '@azure/abort-controller';
export type { AccessToken, TokenCredential } from '@azure/core-auth';
export type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';
export { type ArgumentError, isArgumentError } from './argument-error.ts';
export { BlobContent } from './blobs/blob-content.ts';
export type { BlobSource } from './blobs/blob-source.ts';
export type {
  BlobDetails,
  BlobDownload,
  DownloadBlobOptions,
  GetBlobStateOptions,
  StateDownloadResponse,
  UploadBlobOptions,
} from './blobs/options.ts';
export type { BlobDestination } from './blobs/write-blob.ts';
export { CreateTaskAndWaitOperation, type WaitOptions } from './create-and-wait.ts';
export { deadlineSignal } from './deadline-signal.ts';
export type { ErrorGroupListOptions } from './fleet-operations.ts';
export type { LogFollowOptions } from './follow-logs.ts';
export { httpClientOver } from './http-client-over.ts';
export type { HeldLock } from './locks/held-lock.ts';
export { LocksClient } from './locks/locks-client.ts';
export type { AcquireLockOptions, LockListOptions } from './locks/locks-operations.ts';
export { LogsClient } from './logs-client.ts';
export type { LogListOptions, LogSearchOptions, LogSearchVolumeOptions, LogVolumeOptions } from './logs-operations.ts';
export type { ItemOf, OutputOf, QueryOf } from './operation-types.ts';
export type {
  ClientLogger,
  ConditionalOptions,
  ConditionalPostOptions,
  OperationOptions,
  PostOptions,
  QueryOptions,
  RetryOptions,
  TaskClientCredential,
  TaskClientOptions,
} from './options.ts';
export type { Page, Pageable } from './pageable.ts';
export * from './records.ts';
export { type ClientErrorCode, isRequestFailedError, RequestFailedError } from './request-failed-error.ts';
export type { SerializerOptions, TypedOptions } from './serializer.ts';
export type {
  FoundStates,
  SavedStates,
  StateAccessListOptions,
  StateDeleteOptions,
  StateDeletion,
  StateGetOptions,
  StateListInput,
  StateListPage,
  StateRestoreOptions,
  StateSaveOptions,
  StateVersionListOptions,
  StoreListOptions,
  UploadListOptions,
} from './state/options.ts';
export { StateClient } from './state/state-client.ts';
export type { EntryArguments } from './state/state-reference.ts';
export { StepsClient } from './steps-client.ts';
export type { StepListOptions } from './steps-operations.ts';
export { BlobBytes } from './sync/blob-bytes.ts';
export { SyncCreateTaskAndWaitOperation } from './sync/sync-create-and-wait.ts';
export type { SyncForms, SyncPageable, SyncResult } from './sync/sync-types.ts';
export { TaskClient } from './task-client.ts';
export type {
  EventListOptions,
  EventWaitListOptions,
  ReasonOptions,
  RunActionOptions,
  RunCount,
  TaskListHistoryOptions,
  TaskListOptions,
  TaskUpdateOptions,
} from './task-operations.ts';
export type { WatchMessage, WatchOptions } from './watch.ts';
