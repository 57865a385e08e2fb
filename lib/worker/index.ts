export {
  type EventData,
  NonRetryableError,
  RunInterruptedError,
  type RunLog,
  type RunningWorker,
  type StepCall,
  StepFailedError,
  type StepOptions,
  StepTimeoutError,
  type TaskContext,
  type TaskDefinition,
  TaskEndedError,
} from '#engine';
export { defineTask } from './define-task.ts';
export { type StartWorkerOptions, startWorker } from './start-worker.ts';
