import { z } from 'zod';
import * as comparison from './comparison.ts';
import * as event from './event.ts';
import * as history from './history.ts';
import { itemName, taskId } from './identifiers.ts';
import { limits } from './limits.ts';
import { defineOperations } from './operation.ts';
import { booleanQuery, pageOf } from './paging.ts';
import * as task from './task.ts';
import * as durations from './task-durations.ts';
import { wholeNumber } from './whole-number.ts';

const ofTask = { id: taskId };
const reading = ['sensitive/read', 'secrets/read'] as const;
const creating = [...reading, 'secrets/use'] as const;
const seeing = ['sensitive/read'] as const;
/** Filters by steps need the scope to read them. */
const ofSteps = ['steps/read'] as const;
const changingInput = [...seeing, 'secrets/use'] as const;

/** Tasks and their external events. */
export const taskOperations = defineOperations({
  CreateTask: {
    summary: 'Creates a task',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks',
    scopes: ['tasks/create'],
    optionalScopes: creating,
    body: task.taskConfig,
    output: task.taskResponse,
    status: 201,
    errors: ['UnknownTaskType', 'TaskAlreadyExists', 'TaskNotFound', 'SecretNotFound'],
    replay: 'creation',
    audit: {
      kind: 'task',
      target: '{id}',
      detail: 'the names of the secrets in the answer, or that it is the first answer again',
    },
  },
  ListTasks: {
    summary: 'Lists tasks',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/tasks',
    scopes: ['tasks/read'],
    optionalScopes: [...seeing, ...ofSteps],
    query: task.taskListQuery,
    output: pageOf(task.taskResponse),
  },
  CompareTasks: {
    summary:
      'Compares the tasks that match a filter with succeeded tasks of the same types, or with the rest, field by field',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/task-comparison',
    scopes: ['tasks/read'],
    optionalScopes: [...seeing, ...ofSteps],
    query: comparison.taskComparisonQuery,
    output: comparison.taskComparison,
  },
  GetTaskDurations: {
    summary: 'Counts ended tasks by the time they ended and by how long they took, for a heat map',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/task-durations',
    scopes: ['tasks/read'],
    optionalScopes: ofSteps,
    query: durations.taskDurationsQuery,
    output: durations.taskDurations,
  },
  GetTask: {
    summary: 'Returns a task. With waitInMs, waits up to that time for the task to end.',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/tasks/{id}',
    scopes: ['tasks/read'],
    optionalScopes: seeing,
    params: ofTask,
    query: z.strictObject({
      waitInMs: wholeNumber(0, limits.longPollMs)
        .optional()
        .describe('Maximum time to wait for the end of the run, in milliseconds'),
    }),
    output: task.taskResponse,
    errors: ['TaskNotFound'],
  },
  WaitForTask: {
    summary:
      'Returns a task as of its first run. With `waitInMs`, waits for that run to end. The creator sends the `Taskdeck-Completion` header of the creation; other callers also need tasks/read.',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/tasks/{id}/completion',
    scopes: ['tasks/create'],
    optionalScopes: ['tasks/read', ...reading],
    params: ofTask,
    query: z.strictObject({
      completionToken: z.string().max(64).optional().describe('The Taskdeck-Completion header of the creation'),
      waitInMs: wholeNumber(0, limits.longPollMs)
        .optional()
        .describe('Maximum time to wait for the end of the run, in milliseconds'),
    }),
    output: task.taskResponse,
    errors: ['TaskNotFound', 'RunNotFound', 'SecretNotFound'],
  },
  UpdateTask: {
    summary: 'Updates a task by JSON merge patch',
    resource: 'tasks',
    method: 'PATCH',
    path: '/v1/tasks/{id}',
    scopes: ['tasks/update'],
    optionalScopes: changingInput,
    params: ofTask,
    body: task.taskUpdateInput,
    output: task.taskResponse,
    isConditional: true,
    errors: ['UnknownTaskType', 'InvalidTransition', 'TaskNotFound'],
    audit: { kind: 'task', target: '{id}', detail: 'the names of the fields' },
  },
  DeleteTask: {
    summary: 'Deletes a task and its history. With force, also a task that has not ended.',
    resource: 'tasks',
    method: 'DELETE',
    path: '/v1/tasks/{id}',
    scopes: ['tasks/delete'],
    params: ofTask,
    query: z.strictObject({
      force: booleanQuery.optional().describe('true: cancels a task that has not ended, then deletes it'),
    }),
    isConditional: true,
    errors: ['TaskIsActive', 'TaskNotFound'],
    audit: { kind: 'task', target: '{id}', detail: 'whether there was one, and force' },
  },
  CancelTask: {
    summary:
      'Cancels the current run. A schedule continues with its next occurrence, or ends when the cancelled run had not begun',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/cancel',
    scopes: ['tasks/update'],
    optionalScopes: seeing,
    params: ofTask,
    body: history.reasonInput,
    isBodyOptional: true,
    output: task.taskResponse,
    errors: ['TaskNotFound', 'InvalidTransition'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'the reason given' },
  },
  PauseTask: {
    summary: 'Pauses the current run until it is resumed',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/pause',
    scopes: ['tasks/update'],
    optionalScopes: seeing,
    params: ofTask,
    body: history.reasonInput,
    isBodyOptional: true,
    output: task.taskResponse,
    errors: ['TaskNotFound', 'InvalidTransition'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'the reason given' },
  },
  ResumeTask: {
    summary: 'Resumes a paused run',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/resume',
    scopes: ['tasks/update'],
    optionalScopes: seeing,
    params: ofTask,
    body: history.reasonInput,
    isBodyOptional: true,
    output: task.taskResponse,
    errors: ['TaskNotFound', 'InvalidTransition'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'the reason given' },
  },
  WakeTask: {
    summary:
      'Ends a sleep, a back-off or the wait for a start time at once: the run is queued. With `until`, only while that is the time at which the wait ends by itself',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/wake',
    scopes: ['tasks/update'],
    optionalScopes: seeing,
    params: ofTask,
    body: history.wakeInput,
    isBodyOptional: true,
    output: task.taskResponse,
    errors: ['TaskNotFound', 'InvalidTransition', 'PreconditionFailed'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'the reason given' },
  },
  RerunTask: {
    summary: 'Starts another run of an ended task, optionally with another input',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/rerun',
    scopes: ['tasks/update'],
    optionalScopes: changingInput,
    params: ofTask,
    body: history.rerunInput,
    isBodyOptional: true,
    output: task.taskResponse,
    errors: ['UnknownTaskType', 'InvalidTransition', 'TaskNotFound'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'whether the input is another one' },
  },
  ListTaskExternalEvents: {
    summary: 'Lists the external events of a task',
    resource: 'events',
    method: 'GET',
    path: '/v1/tasks/{id}/events',
    scopes: ['events/read'],
    optionalScopes: seeing,
    params: ofTask,
    query: event.taskEventListQuery,
    output: pageOf(event.externalEvent),
    errors: ['TaskNotFound'],
  },
  RaiseTaskEvent: {
    summary: 'Raises an event on a task',
    resource: 'events',
    method: 'POST',
    path: '/v1/tasks/{id}/events/{name}',
    scopes: ['events/create'],
    params: { id: taskId, name: itemName },
    body: event.valueData,
    errors: ['TaskNotFound'],
    replay: 'done',
    audit: { kind: 'task', target: '{id}', detail: 'the name of the event' },
  },
  ListEvents: {
    summary: 'Lists the external events of all tasks',
    resource: 'events',
    method: 'GET',
    path: '/v1/events',
    scopes: ['events/read'],
    optionalScopes: seeing,
    query: event.eventListQuery,
    output: pageOf(event.externalEvent),
  },
  ListEventWaits: {
    summary: 'Lists the runs that currently wait for an event',
    resource: 'events',
    method: 'GET',
    path: '/v1/event-waits',
    scopes: ['events/read'],
    query: event.eventWaitListQuery,
    output: pageOf(event.eventWait),
  },
});
