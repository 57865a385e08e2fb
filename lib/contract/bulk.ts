import { z } from 'zod';
import { bulkOperationStatuses, bulkResultStatuses } from './bulk-words.ts';
import { itemName, taskId, timestamp, token } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { wholeNumberIn } from './number-in.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { ranges } from './ranges.ts';
import { tagChanges } from './tags.ts';
import { givenJson, taskFilterQuery, taskResponse } from './task.ts';
import { taskStatus } from './task-status-schema.ts';

const kindWords = 'The action';

const fork = z.strictObject({
  kind: z.literal('fork').describe(kindWords),
  fromStep: itemName
    .optional()
    .describe('Name of the first step that is done again. Omitted: the first that did not succeed'),
});
const remove = z.strictObject({
  kind: z.literal('delete').describe(kindWords),
  force: z.boolean().optional().describe('true: cancels tasks that have not ended, then deletes them'),
});
const update = z.strictObject({
  kind: z.literal('update').describe(kindWords),
  tags: tagChanges.optional().describe('Tags to set. null removes one'),
  queue: token.optional().describe('Another queue'),
  priority: z.number().int().min(-32_768).max(32_767).optional().describe('Another priority'),
});
const plain = z.strictObject({ kind: z.enum(['rerun', 'cancel', 'pause', 'resume', 'wake']).describe(kindWords) });
const eventName = itemName.describe('Name of the event');

/** What is done to each task. */
export const bulkAction = z
  .discriminatedUnion('kind', [
    plain,
    fork,
    remove,
    z.strictObject({
      kind: z.literal('raiseEvent').describe(kindWords),
      name: eventName,
      value: givenJson.describe('Data of the event as JSON'),
    }),
    update.refine(({ tags, queue, priority }) => tags !== undefined || queue !== undefined || priority !== undefined, {
      message: 'an update names tags, queue or priority',
    }),
  ])
  .describe('What is done to each task');

/** What is done to each task, without the data of an event. */
const bulkActionShown = z.discriminatedUnion('kind', [
  plain,
  fork,
  remove,
  z.strictObject({ kind: z.literal('raiseEvent').describe(kindWords), name: eventName }),
  update,
]);

/** The filters of the task list, with times that are absolute. */
export const bulkFilter = taskFilterQuery.extend({
  schedule: z.boolean().optional().describe('true: only tasks with a schedule; false: only tasks without'),
});

const bulkOperationId = taskId.describe('Id of the bulk operation, and of the task that works it off');
export const bulkRetried = ['failed', 'refused'] as const;

/** The tasks to act on: chosen ones, those that match a filter now, or those of an earlier operation by their result. */
export const bulkSelection = z
  .union([
    z.strictObject({
      ids: z
        .array(taskId)
        .min(1)
        .max(limits.bulkOperationIds, beyondLimit('bulkOperationIds', 'ids'))
        .describe('Ids of the tasks'),
    }),
    z.strictObject({ filter: bulkFilter.describe('Tasks that match now. Later tasks are not included') }),
    z.strictObject({
      operation: bulkOperationId,
      results: z
        .array(z.enum(bulkRetried))
        .min(1)
        .max(2)
        .default(['failed'])
        .describe('Tasks with one of these results'),
    }),
  ])
  .describe('The tasks to act on');

const bulkSelectionShown = z.object({
  ids: z.number().int().optional().describe('How many tasks were chosen by id'),
  filter: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional())
    .optional()
    .describe('The filter, by the names of its fields'),
  operation: bulkOperationId.optional().describe('The earlier operation'),
  results: z.array(z.enum(bulkRetried)).optional().describe('The results of tasks of the earlier operation'),
});

const dayMs = 86_400_000;

export const bulkPreviewInput = z.strictObject({ action: bulkAction, selection: bulkSelection });

export const bulkOperationInput = z.strictObject({
  action: bulkAction,
  selection: bulkSelection,
  reason: z.string().max(1024).optional().describe('Why, in words for the audit trail'),
  delayInMs: wholeNumberIn({ least: 0, most: dayMs })
    .default(0)
    .describe('Milliseconds before it starts, in which it can be stopped'),
  stages: z
    .array(wholeNumberIn(ranges.bulkStage))
    .max(10)
    .default([])
    .describe('Numbers of tasks of the first stages. The last stage has the rest'),
  maximumFailures: wholeNumberIn(ranges.bulkMaximumFailures)
    .optional()
    .describe('It stops by itself when more tasks than these fail. Omitted: it does not'),
  tasksPerSecond: wholeNumberIn(ranges.bulkTasksPerSecond)
    .optional()
    .describe('Maximum number of tasks that are acted on in a second'),
  waitForEndInMs: wholeNumberIn({ least: 0, most: 7 * dayMs })
    .optional()
    .describe(
      'How long each stage waits for the end of the runs that it started or continued, in milliseconds. Default: an hour for rerun and fork, otherwise 0',
    ),
});

/** A bulk operation: what it does, and how far it is. */
export const bulkOperation = z.object({
  id: bulkOperationId,
  action: bulkActionShown.describe('What is done to each task, without the data of an event'),
  selection: bulkSelectionShown.describe('The tasks that it acts on'),
  reason: z.string().optional().describe('Why, in words'),
  status: z
    .enum(bulkOperationStatuses)
    .describe('scheduled: it has not started. stopped: by a caller or by itself, see endReason'),
  createdOn: timestamp.describe('When it was created'),
  createdBy: z.string().describe('Name of the caller that created it, with whose rights it acts'),
  startsOn: timestamp.describe('When it starts or started'),
  silentSince: timestamp
    .optional()
    .describe('The last sign of life of the service that works it off, when the next one is late'),
  takenOverOn: timestamp.optional().describe('When another service takes it over unless the silent one answers'),
  endedOn: timestamp.optional().describe('When it ended'),
  endReason: z.string().optional().describe('Why it was stopped'),
  isCollected: z.boolean().describe('Whether all its tasks are known. Until then the total grows'),
  total: z.number().int().describe('Number of tasks'),
  pending: z.number().int().describe('Tasks that were not acted on yet'),
  running: z.number().int().describe('Tasks that were acted on and whose run has not ended'),
  succeeded: z.number().int().describe('Tasks that were acted on, with a run that succeeded where it waits for one'),
  refused: z.number().int().describe('Tasks in a state that does not allow the action'),
  failed: z.number().int().describe('Tasks whose action failed or whose run did not succeed'),
  stages: z.array(z.number().int()).describe('Numbers of tasks of the first stages'),
  stage: z.number().int().describe('Number of the current stage, from 1'),
  stageActedOn: timestamp.optional().describe('When all tasks of the stage were acted on. It waits for their ends'),
  maximumFailures: z.number().int().optional().describe('It stops by itself when more tasks than these fail'),
  tasksPerSecond: z.number().int().optional().describe('Maximum number of tasks that are acted on in a second'),
  waitForEndInMs: z.number().int().describe('How long each stage waits for the end of its runs, in milliseconds'),
});

/** What became of one task of a bulk operation. */
export const bulkResult = z.object({
  taskId: taskId.describe('Id of the task'),
  status: z.enum(bulkResultStatuses).describe('What became of it'),
  runCount: z.number().int().optional().describe('Number of the run that was started or continued'),
  code: z.string().optional().describe('Error code of the refusal or failure, or the status of the run'),
  message: z
    .string()
    .optional()
    .describe('Why it was refused or failed. Omitted where it could quote a sensitive value'),
  actedOn: timestamp.optional().describe('When it was acted on'),
  endedOn: timestamp.optional().describe('When its run ended'),
});

export const bulkResultListQuery = z.strictObject({
  ...pageQuery,
  status: repeatable(z.enum(bulkResultStatuses)).describe('Only tasks with one of these results'),
  search: z.string().min(1).max(256).optional().describe('Part of the id of the task'),
  cause: z.string().max(300).optional().describe('Only tasks with this cause, from the list of causes'),
});

/** Tasks of a bulk operation that were refused or failed for the same cause. */
export const bulkCause = z.object({
  cause: z.string().describe('Identifies the cause'),
  status: z.enum(bulkRetried).describe('Whether the tasks were refused or failed'),
  code: z.string().describe('Error code, or the status of the run'),
  message: z.string().optional().describe('The message of one of the tasks'),
  count: z.number().int().describe('Number of tasks'),
  exampleTaskId: taskId.describe('One of the tasks'),
});

export const bulkOperationListQuery = z.strictObject({
  ...pageQuery,
  isActive: booleanQuery.optional().describe('true: only operations that have not ended; false: only those that have'),
  search: z.string().min(1).max(256).optional().describe('Part of the id, the reason or the name of the creator'),
});

const counted = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, count: z.number().int().describe('Number of tasks') });

/** What a bulk operation would act on. */
export const bulkPreview = z.object({
  total: z.number().int().describe('Number of tasks'),
  isCut: z.boolean().describe('Whether there are more, which were not counted'),
  byStatus: z.array(counted({ status: taskStatus.describe('Status of the current run') })).describe('Tasks by status'),
  byType: z.array(counted({ type: z.string().describe('Task type') })).describe('The 20 most frequent types'),
  byAge: z
    .array(counted({ age: z.enum(['hour', 'day', 'week', 'older']).describe('Created within the last') }))
    .describe('Tasks by age'),
  refused: z
    .array(counted({ reason: z.string().describe('Why they would be refused') }))
    .describe('Tasks that would be refused'),
  steps: z
    .array(
      z.object({
        name: z.string().describe('Name of the step'),
        kept: z.number().int().describe('Steps whose result is kept'),
        rerun: z.number().int().describe('Steps that run again'),
      }),
    )
    .describe(
      'For rerun and fork: the steps of up to 1,000 of the tasks by name, up to 50. Empty without steps/read, and when they are too many to be counted in time',
    ),
  sample: z.array(taskResponse).describe('Ten of the tasks, without input and output'),
});

export type BulkAction = z.output<typeof bulkAction>;
export type BulkSelection = z.output<typeof bulkSelection>;
export type BulkFilter = z.output<typeof bulkFilter>;
export type BulkOperationInput = z.input<typeof bulkOperationInput>;
export type ParsedBulkOperation = z.output<typeof bulkOperationInput>;
export type BulkPreviewInput = z.input<typeof bulkPreviewInput>;
export type ParsedBulkPreview = z.output<typeof bulkPreviewInput>;
export type BulkOperation = z.output<typeof bulkOperation>;
export type BulkOperationListFilter = z.output<typeof bulkOperationListQuery>;
export type BulkResult = z.output<typeof bulkResult>;
export type BulkResultListFilter = z.output<typeof bulkResultListQuery>;
export type BulkCause = z.output<typeof bulkCause>;
export type BulkPreview = z.output<typeof bulkPreview>;
