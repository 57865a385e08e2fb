export { createEngine } from './create-engine.ts';
export type { Actor, Engine, Idempotency } from './engine.ts';
export { type HousekeepingOptions, startHousekeeping } from './retention/start-housekeeping.ts';
export type {
  AnyTaskDefinition,
  EventData,
  EventSchemas,
  HeldLock,
  RunLog,
  StepCall,
  StepOptions,
  TaskContext,
  TaskDefinition,
} from './run/definition.ts';
export {
  NonRetryableError,
  RunInterruptedError,
  StateRefusedError,
  StepFailedError,
  StepTimeoutError,
  TaskEndedError,
} from './run/failures.ts';
export { createNextRuns } from './run/next-runs.ts';
export { startTimers, type Timers } from './run/timers.ts';
export { defaultLeaseInMs, defaultSlots, type RunningWorker, runWorker, type WorkerOptions } from './run/worker.ts';
export {
  deleteSecret,
  knownSecretNames,
  listSecrets,
  loadSecretsKey,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  resolveSecrets,
  type SecretsKey,
  seal,
  secretReference,
  secretReferences,
  setSecret,
  unseal,
} from './secrets/index.ts';
export type {
  BlobSource,
  SavedState,
  StateBlob,
  StateDraft,
  StateEntry,
  StateListing,
  StateListOptions,
  TaskState,
} from './state/task-state.ts';
