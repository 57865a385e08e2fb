import type { ParsedLockInput, TaskResponse, WatchChange } from '#contract';
import { bindFirst, type Database } from '#database';
import type { Actor } from './actor.ts';
import { isConditionInside } from './alerts/conditions-inside.ts';
import { getAlert, listAlertDeliveries, listAlerts } from './alerts/list-alerts.ts';
import { previewAlert } from './alerts/preview-alert.ts';
import { testAlert } from './alerts/send-test.ts';
import { pauseBulkOperation, resumeBulkOperation, stopBulkOperation } from './bulk/bulk-commands.ts';
import { createBulkOperation } from './bulk/create-bulk-operation.ts';
import { getBulkOperation, listBulkCauses, listBulkOperations, listBulkResults } from './bulk/list-bulk.ts';
import { getBulkBounds } from './bulk/operation-row.ts';
import { previewBulkOperation } from './bulk/preview-bulk-operation.ts';
import { findSelectedTasks } from './bulk/selected-tasks.ts';
import { compareTasks } from './compare/compare-tasks.ts';
import { findComparableRun } from './compare/find-comparable-run.ts';
import { countErrorGroups } from './errors/count-error-groups.ts';
import { getErrorGroup } from './errors/get-error-group.ts';
import { listErrorGroups } from './errors/list-error-groups.ts';
import { mergeErrorGroups } from './errors/merge-error-groups.ts';
import { readRemedies } from './errors/read-remedies.ts';
import { updateErrorGroup } from './errors/update-error-group.ts';
import { listEventWaits } from './events/list-event-waits.ts';
import { listEvents, listTaskEvents } from './events/list-events.ts';
import { raiseEvent } from './events/raise-event.ts';
import { getTimeline } from './fleet/get-timeline.ts';
import { listQueues } from './fleet/list-queues.ts';
import { getTaskType, listTaskTypes } from './fleet/list-task-types.ts';
import { listWorkers } from './fleet/list-workers.ts';
import { forkRun } from './history/fork-run.ts';
import { getRun } from './history/get-run.ts';
import { getRunError } from './history/get-run-error.ts';
import { listHistory } from './history/list-history.ts';
import { type AcquireOptions, acquireLock } from './locks/acquire-lock.ts';
import { listLocks, readLock } from './locks/list-locks.ts';
import { openLockFeed } from './locks/lock-feed.ts';
import type { LockAddress, LockHolder } from './locks/locks.ts';
import { releaseLock } from './locks/release-lock.ts';
import { getLogVolume } from './logs/get-log-volume.ts';
import { getLogVolumeOfTasks } from './logs/get-log-volume-of-tasks.ts';
import { listLogs } from './logs/list-logs.ts';
import { listLogsOfTasks } from './logs/list-logs-of-tasks.ts';
import { writeLogs } from './logs/write-logs.ts';
import { mapStack } from './sources/map-stack.ts';
import { statisticsReader } from './statistics/get-statistics.ts';
import { getTaskDurations } from './statistics/task-durations.ts';
import { getStep, getStepErrors, listSteps } from './steps/list-steps.ts';
import { cancelTask } from './tasks/cancel-task.ts';
import { taskCreator } from './tasks/create-task.ts';
import { CrowdedCallers } from './tasks/crowded-callers.ts';
import { deleteTask } from './tasks/delete-task.ts';
import { findOutside } from './tasks/find-outside.ts';
import { findPlace } from './tasks/find-place.ts';
import { getTask } from './tasks/get-task.ts';
import { countTasks, listTasks } from './tasks/list/list-tasks.ts';
import { pauseTask } from './tasks/pause-task.ts';
import { RecentTasks } from './tasks/recent-tasks.ts';
import { rerunTask } from './tasks/rerun-task.ts';
import { resumeTask } from './tasks/resume-task.ts';
import { coveredTasks, sensitivePointers } from './tasks/sensitive-pointers.ts';
import { cacheTaskTypes, type TaskTypes } from './tasks/task-types.ts';
import { updateTask } from './tasks/update-task.ts';
import { wakeTask } from './tasks/wake-task.ts';
import { createValueIndex, deleteValueIndex } from './value-indexes/create-value-index.ts';
import { listValueIndexes } from './value-indexes/list-value-indexes.ts';
import { openChangeFeed, watchChanges } from './watch/change-feed.ts';
import { changesInside } from './watch/changes-inside.ts';
import { TaskWaits } from './watch/wait-for-task.ts';

/**
 * The engine over a migrated database: what the service can do with tasks, runs, events, locks and the fleet. Records
 * are whole: redaction is the service's. Every failure that a caller can cause is a `TaskdeckError` of the contract's
 * closed set. All times are the database's.
 *
 * It keeps one further connection that listens for changes, from the first wait or watch on. Several engines, in this
 * process and others, may share a database.
 */
export function createEngine(database: Database) {
  const recentTasks = new RecentTasks();
  const crowded = CrowdedCallers.of(database);
  const context = { database, taskTypes: cacheTaskTypes(database), recentTasks, crowded };
  const feed = openChangeFeed(database);
  const waits = new TaskWaits(database, feed, recentTasks);
  const locks = openLockFeed(database);

  return {
    ...bindFirst(database, reading),
    ...bindFirst(database, writing),
    ...bindFirst(context, answeringWithTheTask),
    createTask: taskCreator(context),
    /** Resolves when the task has ended, `waitInMs` is over, or the signal aborts, with the task as it is then. */
    waitForTask: async (id: string, waitInMs: number, signal?: AbortSignal) =>
      (await waits.wait(id, waitInMs, signal)) ?? getTask(database, id),
    /** Waits as `waitForTask`. Resolves with `undefined` unless the task ended meanwhile. */
    waitForEnd: (id: string, waitInMs: number, signal?: AbortSignal) => waits.wait(id, waitInMs, signal),
    acquireLock: (address: LockAddress, input: ParsedLockInput, holder: LockHolder, options?: AcquireOptions) =>
      acquireLock(database, locks, address, input, holder, options),
    getStatistics: statisticsReader(database),
    /** Calls back, at most every 100 ms, with what changed in the whole system. Returns the function that stops it. */
    watch: (listener: (change: WatchChange) => void) => watchChanges(feed, listener),
    /** Ends listeners and timers after the calls in progress. Does not end the database pool. */
    async close() {
      await waits.close();
      await locks.close();
      await feed.close();
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

const reading = {
  listTasks,
  countTasks,
  getTask,
  listHistory,
  getHistory: getRun,
  getRunError,
  mapStack,
  listSteps,
  getStep,
  getStepErrors,
  listLogs,
  getLogVolume,
  listLogsOfTasks,
  getLogVolumeOfTasks,
  listTaskEvents,
  listEvents,
  listEventWaits,
  getLock: readLock,
  listLocks,
  listTaskTypes,
  getTaskType,
  listWorkers,
  listQueues,
  getTimeline,
  listErrorGroups,
  countErrorGroups,
  compareTasks,
  getTaskDurations,
  findComparableRun,
  getErrorGroup,
  readRemedies,
  coveredTasks,
  sensitivePointers,
  findPlace,
  changesInside,
  previewBulkOperation,
  findSelectedTasks,
  getBulkOperation,
  getBulkBounds,
  findOutside,
  listBulkOperations,
  listBulkResults,
  listBulkCauses,
  getAlert,
  previewAlert,
  isConditionInside,
  listAlerts,
  listAlertDeliveries,
  listValueIndexes,
};

const writing = {
  deleteTask,
  writeLogs,
  raiseEvent,
  releaseLock,
  updateErrorGroup,
  mergeErrorGroups,
  createBulkOperation,
  pauseBulkOperation,
  resumeBulkOperation,
  stopBulkOperation,
  testAlert,
  createValueIndex,
  deleteValueIndex,
};

type Context = { database: Database; taskTypes: TaskTypes; crowded: CrowdedCallers };

/** Commands on a task. Each resolves with the task after the command. */
const answeringWithTheTask = {
  updateTask: answering(updateTask),
  cancelTask: answering(({ database }: Context, id: string, runCount?: number) => cancelTask(database, id, runCount)),
  pauseTask: answering(({ database }: Context, id: string, actor: Actor, runCount?: number) =>
    pauseTask(database, id, actor, runCount),
  ),
  resumeTask: answering(({ database }: Context, id: string, runCount?: number) => resumeTask(database, id, runCount)),
  wakeTask: answering(({ database }: Context, id: string, until?: string) => wakeTask(database, id, until)),
  rerunTask: answering(rerunTask),
  forkRun: answering(forkRun),
};

function answering<Rest extends readonly unknown[]>(
  command: (context: Context, id: string, ...rest: Rest) => Promise<void>,
) {
  return async (context: Context, id: string, ...rest: Rest): Promise<TaskResponse> => {
    await command(context, id, ...rest);
    return getTask(context.database, id);
  };
}
