import * as history from './history.ts';
import { runCount, taskId } from './identifiers.ts';
import * as log from './log.ts';
import { defineOperations } from './operation.ts';
import { pageOf } from './paging.ts';
import * as step from './step.ts';
import * as task from './task.ts';
import { wholeNumber } from './whole-number.ts';

const sequence = wholeNumber(0, 2_147_483_647).describe('Place of the step in its run, from 0');
const ofTask = { id: taskId };
const ofRun = { id: taskId, runCount };
const seeing = ['sensitive/read'] as const;

/** Runs with their steps and logs. */
export const runOperations = defineOperations({
  ListTaskHistory: {
    summary: 'Lists the previous runs and the current one',
    resource: 'history',
    method: 'GET',
    path: '/v1/tasks/{id}/history',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    params: ofTask,
    query: history.taskHistoryListQuery,
    output: pageOf(history.taskHistoryResponse),
    errors: ['TaskNotFound'],
  },
  GetTaskHistory: {
    summary: 'Returns one run, previous or current',
    resource: 'history',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    params: ofRun,
    output: history.taskHistoryResponse,
    errors: ['TaskNotFound', 'RunNotFound'],
  },
  FindComparableRun: {
    summary: 'Returns the succeeded run to compare a run with',
    resource: 'history',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}/comparable',
    scopes: ['tasks/read'],
    params: ofRun,
    output: history.comparableRun,
    errors: ['TaskNotFound', 'RunNotFound'],
  },
  ForkRun: {
    summary: 'Starts a new run that keeps the completed steps before one step',
    resource: 'history',
    method: 'POST',
    path: '/v1/tasks/{id}/history/{runCount}/fork',
    scopes: ['tasks/update'],
    optionalScopes: [...seeing, 'secrets/use'],
    params: ofRun,
    body: history.forkInput,
    output: task.taskResponse,
    errors: ['UnknownTaskType', 'InvalidTransition', 'StepNotFound', 'TaskNotFound', 'RunNotFound'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'the step and the run that it forks' },
  },
  ListSteps: {
    summary: 'Lists the steps of a run in sequence',
    resource: 'steps',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}/steps',
    scopes: ['steps/read'],
    optionalScopes: seeing,
    params: ofRun,
    query: step.stepListQuery,
    output: pageOf(step.step),
    isIsolable: true,
    errors: ['TaskNotFound', 'RunNotFound'],
  },
  GetStep: {
    summary: 'Returns one step',
    resource: 'steps',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}/steps/{sequence}',
    scopes: ['steps/read'],
    optionalScopes: seeing,
    params: { ...ofRun, sequence },
    output: step.step,
    isIsolable: true,
    errors: ['TaskNotFound', 'RunNotFound', 'StepNotFound'],
  },
  ListLogs: {
    summary: 'Lists the log entries of a run',
    resource: 'logs',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}/logs',
    scopes: ['logs/read'],
    params: ofRun,
    query: log.logListQuery,
    output: pageOf(log.logEntry),
    errors: ['TaskNotFound', 'RunNotFound'],
  },
  GetLogVolume: {
    summary: 'Returns how many entries of each level the log of a run has over time, and how many match a filter',
    resource: 'logs',
    method: 'GET',
    path: '/v1/tasks/{id}/history/{runCount}/log-volume',
    scopes: ['logs/read'],
    params: ofRun,
    query: log.logVolumeQuery,
    output: log.logVolume,
    errors: ['TaskNotFound', 'RunNotFound'],
  },
  ListLogsOfTasks: {
    summary: 'Lists the log entries of all tasks, the newest first',
    resource: 'logs',
    method: 'GET',
    path: '/v1/logs',
    scopes: ['logs/read', 'tasks/read'],
    query: log.logSearchQuery,
    output: log.logSearchPage,
  },
  GetLogVolumeOfTasks: {
    summary: 'Returns how many entries of each level the logs of all tasks have over time',
    resource: 'logs',
    method: 'GET',
    path: '/v1/log-volume',
    scopes: ['logs/read', 'tasks/read'],
    query: log.logSearchVolumeQuery,
    output: log.logSearchVolume,
  },
  WriteLogs: {
    summary: 'Adds entries to the log of a run',
    resource: 'logs',
    method: 'POST',
    path: '/v1/tasks/{id}/history/{runCount}/logs',
    scopes: ['logs/create'],
    params: ofRun,
    body: log.logWriteInput,
    errors: ['TaskNotFound', 'RunNotFound'],
    replay: 'done',
    audit: { kind: 'task', target: '{id}', detail: 'the number of entries and the run' },
  },
});
