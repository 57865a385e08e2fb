import { z } from 'zod';
import { taskId } from './identifiers.ts';
import { numberIn, wholeNumberIn } from './number-in.ts';
import { ranges } from './ranges.ts';

const kindWords = 'What it is about';
const pattern = (thing: string) => z.string().min(1).max(128).describe(`${thing}, or a prefix followed by \`*\``);
const typePattern = pattern('A task type');
const queuePattern = pattern('A queue');
const afterInMs = wholeNumberIn(ranges.alertAfterInMs);

/** What an alert tells of. */
export const alertCondition = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('cause').describe(kindWords),
      type: typePattern.optional().describe('Only failures of this task type, or of a prefix followed by `*`'),
      group: z.string().min(1).max(64).optional().describe('Only this error group. Told when it is back again'),
    }),
    z.strictObject({
      kind: z.literal('failure').describe(kindWords),
      type: typePattern.describe('The task type, or a prefix followed by `*`. Its failed and timed out runs count'),
    }),
    z
      .strictObject({
        kind: z.literal('failureRate').describe(kindWords),
        type: typePattern.optional().describe('The task type, or a prefix followed by `*`. Each type counts by itself'),
        queue: queuePattern.optional().describe('The queue, or a prefix followed by `*`. Each queue counts by itself'),
        percent: numberIn(ranges.alertPercent).describe('At least this many of 100 ended runs failed or timed out'),
        windowInMs: wholeNumberIn(ranges.alertWindowInMs)
          .multipleOf(ranges.alertWindowInMs.step)
          .describe('The time up to now in which runs count, in whole minutes'),
        minimumEnds: wholeNumberIn(ranges.alertMinimumEnds).describe(
          'It holds only when as many runs ended in this time',
        ),
      })
      .refine(({ type, queue }) => (type === undefined) !== (queue === undefined), 'needs either a type or a queue'),
    z.strictObject({
      kind: z.literal('queueWait').describe(kindWords),
      queue: queuePattern.optional().describe('Only this queue, or those of a prefix followed by `*`'),
      afterInMs: afterInMs.describe('The run that waits longest could have begun this many milliseconds ago'),
    }),
    z.strictObject({
      kind: z.literal('noWorker').describe(kindWords),
      queue: queuePattern.optional().describe('Only this queue, or those of a prefix followed by `*`'),
      afterInMs: afterInMs.describe('A run waits for this many milliseconds, and no live worker serves it'),
    }),
    z
      .strictObject({
        kind: z.literal('overdue').describe(kindWords),
        type: typePattern.optional().describe('The task type, or a prefix followed by `*`. Each type counts by itself'),
        task: taskId.optional().describe('Id of one task'),
        afterInMs: afterInMs.describe('A run was queued this many milliseconds ago and has not ended'),
      })
      .refine(({ type, task }) => (type === undefined) !== (task === undefined), 'needs either a type or a task'),
    z.strictObject({
      kind: z.literal('task').describe(kindWords),
      task: taskId.describe('Id of the task'),
      when: z.enum(['fails', 'ends']).describe('fails: a run fails or times out. ends: a run ends, however it does'),
    }),
    z.strictObject({
      kind: z.literal('workerLost').describe(kindWords),
      worker: pattern('A name of workers').optional().describe('Only workers of this name, or of a prefix and `*`'),
    }),
    z.strictObject({
      kind: z.literal('scheduleMissed').describe(kindWords),
      type: typePattern.optional().describe('Only schedules of this task type, or of a prefix followed by `*`'),
      task: taskId.optional().describe('Only the schedule of this task'),
      afterInMs: afterInMs.describe('Nothing began this many milliseconds after the time of the schedule'),
    }),
  ])
  .describe(
    'cause: an error group is new or back again. failure: a task of a type fails. failureRate: too many runs fail. queueWait: ready runs wait too long. noWorker: ready runs have no worker. overdue: a run does not end in time. task: one task fails or ends. workerLost: the lease of a worker expired. scheduleMissed: a schedule did not begin its run',
  );

export type AlertCondition = z.output<typeof alertCondition>;
export type AlertConditionKind = AlertCondition['kind'];
