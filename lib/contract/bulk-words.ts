import type { Scope } from './scopes.ts';

/** The type of the tasks that work off bulk operations. Every service serves it. */
export const bulkTaskType = 'taskdeck.bulk-operation';

/** What a bulk operation does to each task. */
export const bulkActionKinds = [
  'rerun',
  'fork',
  'cancel',
  'pause',
  'resume',
  'wake',
  'delete',
  'raiseEvent',
  'update',
] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

/** The scope that each action needs. */
export const bulkActionScopes: Readonly<Record<BulkActionKind, Scope>> = {
  rerun: 'tasks/update',
  fork: 'tasks/update',
  cancel: 'tasks/update',
  pause: 'tasks/update',
  resume: 'tasks/update',
  wake: 'tasks/update',
  delete: 'tasks/delete',
  raiseEvent: 'events/create',
  update: 'tasks/update',
};

/** How a bulk operation stands. */
export const bulkOperationStatuses = ['scheduled', 'running', 'paused', 'completed', 'stopped'] as const;

/** What became of one of its tasks. */
export const bulkResultStatuses = ['pending', 'running', 'succeeded', 'refused', 'failed'] as const;
