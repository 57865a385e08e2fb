import { z } from 'zod';
import * as comparison from './comparison.ts';
import * as event from './event.ts';
import * as history from './history.ts';
import { itemName, taskId } from './identifiers.ts';
import { limits } from './limits.ts';
import type { OperationTable } from './operation.ts';
import { booleanQuery, laggingPageOf, pageOf } from './paging.ts';
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

/** What the acts on the current run of a task have in common. */
const actsOnRun = {
  resource: 'tasks',
  method: 'POST',
  bounded: 'task',
  scopes: ['tasks/update'],
  optionalScopes: seeing,
  params: ofTask,
  isBodyOptional: true,
  output: task.taskResponse,
  takesTurn: true,
  errors: ['TaskNotFound', 'InvalidTransition', 'PreconditionFailed'],
  replay: 'task',
  audit: { kind: 'task', target: '{id}', detail: 'the reason given' },
} as const;

/** Tasks and their external events. */
export const taskOperations = {
  CreateTask: {
    summary: 'Creates a task',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks',
    bounded: 'verb',
    scopes: ['tasks/create'],
    optionalScopes: creating,
    body: task.taskConfig,
    example: {
      type: 'order.fulfil',
      input: { orderId: 4711, items: ['a', 'b'] },
      tags: { customer: '42' },
      retry: { maximumAttempts: 3 },
      sensitive: ['/input/card'],
    },
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
    bounded: 'verb',
    mayLag: true,
    scopes: ['tasks/read'],
    optionalScopes: [...seeing, ...ofSteps],
    query: task.taskListQuery,
    output: task.taskPage,
  },
  CompareTasks: {
    summary:
      'Compares the tasks that match a filter with succeeded tasks of the same types, or with the rest, field by field',
    resource: 'tasks',
    method: 'GET',
    path: '/v1/task-comparison',
    mayLag: true,
    bounded: 'verb',
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
    bounded: 'verb',
    mayLag: true,
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
    bounded: 'task',
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
    bounded: 'task',
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
    bounded: 'task',
    scopes: ['tasks/update'],
    needsApproval: 'bulk-delete',
    optionalScopes: changingInput,
    params: ofTask,
    query: task.taskUpdateQuery,
    body: task.taskUpdateInput,
    example: { priority: 10, tags: { customer: '42', old: null } },
    output: task.taskResponse,
    takesTurn: true,
    isConditional: true,
    errors: ['UnknownTaskType', 'InvalidTransition', 'TaskNotFound'],
    audit: { kind: 'task', target: '{id}', detail: 'the names of the fields' },
  },
  DeleteTask: {
    summary: 'Deletes a task and its history. With force, also a task that has not ended.',
    resource: 'tasks',
    method: 'DELETE',
    path: '/v1/tasks/{id}',
    bounded: 'verb',
    scopes: ['tasks/delete'],
    needsApproval: 'bulk-delete',
    params: ofTask,
    query: z.strictObject({
      force: booleanQuery.optional().describe('true: cancels a task that has not ended, then deletes it'),
    }),
    isConditional: true,
    errors: ['TaskIsActive', 'TaskNotFound'],
    audit: { kind: 'task', target: '{id}', detail: 'whether there was one, and force' },
  },
  CancelTask: {
    ...actsOnRun,
    summary:
      'Cancels the current run. A schedule continues with its next occurrence, or ends when the cancelled run had not begun',
    path: '/v1/tasks/{id}/cancel',
    body: history.runActionInput,
    example: { reason: 'The order was withdrawn', runCount: 2 },
  },
  PauseTask: {
    ...actsOnRun,
    summary: 'Pauses the current run until it is resumed',
    path: '/v1/tasks/{id}/pause',
    body: history.runActionInput,
    example: { reason: 'Until the warehouse answers' },
  },
  ResumeTask: {
    ...actsOnRun,
    summary: 'Resumes a paused run',
    path: '/v1/tasks/{id}/resume',
    body: history.runActionInput,
    example: { reason: 'The warehouse answered' },
  },
  WakeTask: {
    ...actsOnRun,
    summary:
      'Ends a sleep, a back-off or the wait for a start time at once: the run is queued. With `until`, only while that is the time at which the wait ends by itself',
    path: '/v1/tasks/{id}/wake',
    body: history.wakeInput,
    example: { reason: 'The provider is up again', until: '2026-11-22T10:15:00.000Z' },
  },
  RerunTask: {
    summary: 'Starts another run of an ended task, optionally with another input',
    resource: 'tasks',
    method: 'POST',
    path: '/v1/tasks/{id}/rerun',
    bounded: 'task',
    scopes: ['tasks/update'],
    optionalScopes: changingInput,
    params: ofTask,
    body: history.rerunInput,
    example: { input: { orderId: 4711 } },
    isBodyOptional: true,
    output: task.taskResponse,
    takesTurn: true,
    errors: ['UnknownTaskType', 'InvalidTransition', 'TaskNotFound'],
    replay: 'task',
    audit: { kind: 'task', target: '{id}', detail: 'whether the input is another one' },
  },
  ListTaskExternalEvents: {
    summary: 'Lists the external events of a task',
    resource: 'events',
    method: 'GET',
    path: '/v1/tasks/{id}/events',
    bounded: 'task',
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
    bounded: 'task',
    scopes: ['events/create'],
    params: { id: taskId, name: itemName },
    body: event.valueData,
    example: { value: { approvedBy: 'ada@example.com' } },
    errors: ['TaskNotFound'],
    replay: 'done',
    audit: { kind: 'task', target: '{id}', detail: 'the name of the event' },
  },
  ListEvents: {
    summary: 'Lists the external events of all tasks',
    resource: 'events',
    method: 'GET',
    path: '/v1/events',
    mayLag: true,
    bounded: 'verb',
    scopes: ['events/read'],
    optionalScopes: seeing,
    query: event.eventListQuery,
    output: laggingPageOf(event.externalEvent),
  },
  ListEventWaits: {
    summary: 'Lists the runs that currently wait for an event',
    resource: 'events',
    method: 'GET',
    path: '/v1/event-waits',
    bounded: 'verb',
    scopes: ['events/read'],
    query: event.eventWaitListQuery,
    output: pageOf(event.eventWait),
  },
} as const satisfies OperationTable;
