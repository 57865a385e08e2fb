export type { Actor, Idempotency } from './actor.ts';
export {
  type AlertMessage,
  alertDefinition,
  alertQueue,
  createAlert,
  deleteAlert,
  type SendAlert,
  updateAlert,
} from './alerts/index.ts';
export {
  type Acted,
  actionOf,
  type BulkCreator,
  bulkDefinition,
  bulkQueue,
  endAbandoned,
  type OperationRow,
} from './bulk/index.ts';
export { createEngine, type Engine } from './create-engine.ts';
export type {
  AnyTaskDefinition,
  DeclaredTaskContext,
  EventData,
  EventSchemas,
  HeldLock,
  RunLog,
  StepCall,
  StepOptions,
  TaskContext,
  TaskDefinition,
  UntypedTaskContext,
} from './definition/definition.ts';
export {
  NonRetryableError,
  RunInterruptedError,
  StateRefusedError,
  StepFailedError,
  StepTimeoutError,
  TaskEndedError,
} from './definition/failures.ts';
export type {
  BlobSource,
  SavedState,
  StateBlob,
  StateDraft,
  StateEntry,
  StateListing,
  StateListOptions,
  TaskState,
} from './definition/task-state.ts';
export { type HttpAllowRule, httpAllowVariable, parseHttpAllow } from './egress/http-allow.ts';
export { createOutlet, HostNotAllowedError, type Outlet } from './egress/outlet.ts';
export type { RunError } from './history/get-run-error.ts';
export type { LockReader } from './locks/list-locks.ts';
export { memoryInUse } from './memory-in-use.ts';
export { type HousekeepingOptions, startHousekeeping } from './retention/start-housekeeping.ts';
export { insideBounds } from './rows/inside-bounds.ts';
export { maskGivenSecrets } from './run/given-secrets.ts';
export { noSecrets, RunSecrets } from './run/run-secrets.ts';
export { isOwnModule } from './run/stack-frame.ts';
export { toldCauses } from './run/told-causes.ts';
export {
  currentKey,
  deleteSecret,
  findSecret,
  type KeyJob,
  keysOf,
  lengthOfSecrets,
  listSecrets,
  loadSecretsKey,
  newSecretsKey,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  type SecretsKey,
  seal,
  secretReferences,
  secretsKeyFile,
  setSecret,
  UnknownKeyError,
  unseal,
  usableSecrets,
} from './secrets/index.ts';
export { createNextRuns } from './timers/next-runs.ts';
export { startTimers, type Timers } from './timers/timers.ts';
export { carryMarks, runSecretsOf } from './worker/built-in-context.ts';
export {
  defaultLeaseInMs,
  defaultSlots,
  type ProcessWorker,
  type RunningWorker,
  runWorker,
  type WorkerOptions,
} from './worker/worker.ts';
