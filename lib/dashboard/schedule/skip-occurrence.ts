import { z } from 'zod';
import type { TaskClient } from '#client';
import { taskId } from '#contract';
import { ProblemError } from '../problem/problem.ts';

/** Names a schedule, the version of it that was seen, and the occurrence that was its next one. */
export const skipOccurrenceInput = z.strictObject({ id: taskId, etag: z.string(), nextRunOn: z.iso.datetime() });

type SkipOccurrenceInput = z.output<typeof skipOccurrenceInput>;

/**
 * Leaves out an occurrence: the waiting run starts at the one after it. Throws `PreconditionFailed` when the schedule
 * has changed, or no longer waits for this occurrence, such as because its run has begun.
 */
export async function skipSeenOccurrence(call: { client: TaskClient; input: SkipOccurrenceInput }) {
  const { client, input } = call;
  const { id, etag, nextRunOn } = input;
  const seen = await client.getTaskAsync(id);
  // the etag changes with the schedule, and not when a run begins
  if (
    seen.status !== 'scheduled' ||
    seen.nextRunOn === undefined ||
    Date.parse(seen.nextRunOn) !== Date.parse(nextRunOn)
  )
    throw new ProblemError({ code: 'PreconditionFailed', detail: `The schedule no longer waits for ${nextRunOn}.` });
  const startOn = new Date(Date.parse(nextRunOn) + 1).toISOString();
  const task = await client.updateTaskAsync(id, { startOn }, { ifMatch: etag });
  return { nextRunOn: task.nextRunOn };
}
