import type { Database } from '#database';
import type { Engine } from './engine.ts';
import { listEventWaits } from './events/list-event-waits.ts';
import { listEvents, listTaskEvents } from './events/list-events.ts';
import { raiseEvent } from './events/raise-event.ts';
import { listQueues } from './fleet/list-queues.ts';
import { getTaskType, listTaskTypes } from './fleet/list-task-types.ts';
import { listWorkers } from './fleet/list-workers.ts';
import { forkRun } from './history/fork-run.ts';
import { getRun } from './history/get-run.ts';
import { listHistory } from './history/list-history.ts';
import { acquireLock } from './locks/acquire-lock.ts';
import { listLocks, readLock } from './locks/list-locks.ts';
import { openLockFeed } from './locks/lock-feed.ts';
import { releaseLock } from './locks/release-lock.ts';
import { listLogs } from './logs/list-logs.ts';
import { writeLogs } from './logs/write-logs.ts';
import { statisticsReader } from './statistics/get-statistics.ts';
import { getStep, listSteps } from './steps/list-steps.ts';
import { cancelTask } from './tasks/cancel-task.ts';
import { taskCreator } from './tasks/create-task.ts';
import { deleteTask } from './tasks/delete-task.ts';
import { getTask } from './tasks/get-task.ts';
import { listTasks } from './tasks/list/list-tasks.ts';
import { pauseTask } from './tasks/pause-task.ts';
import { rerunTask } from './tasks/rerun-task.ts';
import { resumeTask } from './tasks/resume-task.ts';
import { sensitivePointers } from './tasks/sensitive-pointers.ts';
import { cacheTaskTypes } from './tasks/task-types.ts';
import { updateTask } from './tasks/update-task.ts';
import { openChangeFeed, watchChanges } from './watch/change-feed.ts';
import { openTaskWaits } from './watch/wait-for-task.ts';

/**
 * The engine over a migrated database. It keeps one further connection that listens for changes, from the first wait
 * or watch on. Several engines, in this process and others, may share a database.
 */
export function createEngine(database: Database): Engine {
  const context = { database, taskTypes: cacheTaskTypes(database) };
  const feed = openChangeFeed(database);
  const waits = openTaskWaits(database, feed);
  const locks = openLockFeed(database);
  /** A command answers with the task as it is afterwards. */
  const answering = async (id: string, command: Promise<void>) => {
    await command;
    return getTask(database, id);
  };

  return {
    createTask: taskCreator(context),
    listTasks: (filter) => listTasks(database, filter),
    getTask: (id) => getTask(database, id),
    waitForTask: (id, waitInMs, signal) => waits.wait(id, waitInMs, signal),
    updateTask: (id, update, actor, ifMatch) => answering(id, updateTask(context, id, update, actor, ifMatch)),
    deleteTask: (id, options) => deleteTask(database, id, options),
    cancelTask: (id) => answering(id, cancelTask(database, id)),
    pauseTask: (id, actor) => answering(id, pauseTask(database, id, actor)),
    resumeTask: (id) => answering(id, resumeTask(database, id)),
    rerunTask: (id, input, actor) => answering(id, rerunTask(context, id, input, actor)),
    forkRun: (id, runCount, input, actor) => answering(id, forkRun(context, id, runCount, input, actor)),

    listHistory: (id, filter) => listHistory(database, id, filter),
    getHistory: (id, runCount) => getRun(database, id, runCount),
    listSteps: (id, runCount, filter) => listSteps(database, id, runCount, filter),
    getStep: (id, runCount, sequence) => getStep(database, id, runCount, sequence),
    listLogs: (id, runCount, filter) => listLogs(database, id, runCount, filter),
    writeLogs: (id, runCount, input) => writeLogs(database, id, runCount, input),

    raiseEvent: (id, name, value, actor) => raiseEvent(database, id, name, value, actor),
    listTaskEvents: (id, paging) => listTaskEvents(database, id, paging),
    listEvents: (filter) => listEvents(database, filter),
    listEventWaits: (filter) => listEventWaits(database, filter),

    acquireLock: (address, input, holder, signal) => acquireLock(database, locks, address, input, holder, signal),
    releaseLock: (address, release) => releaseLock(database, address, release),
    getLock: (address) => readLock(database, address),
    listLocks: (namespace, filter) => listLocks(database, namespace, filter),

    listTaskTypes: (paging) => listTaskTypes(database, paging),
    getTaskType: (type) => getTaskType(database, type),
    listWorkers: (paging) => listWorkers(database, paging),
    listQueues: (paging) => listQueues(database, paging),
    getStatistics: statisticsReader(database),

    sensitivePointers: (ids) => sensitivePointers(database, ids),
    watch: (listener) => watchChanges(feed, listener),
    async close() {
      await waits.close();
      await locks.close();
      await feed.close();
    },
  };
}
