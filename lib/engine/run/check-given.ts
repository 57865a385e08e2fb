import { inspect } from 'node:util';
import { z } from 'zod';
import { issueMessage, itemName, ranges, retryPolicy, tellingAll } from '#contract';
import type { EventWaitOptions, StepOptions } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';

/** Returns what a handler gives to a call as its schema reads it. Throws a `NonRetryableError` that says what is wrong. */
export function checkGiven<Value>(call: string, schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value, tellingAll);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) =>
    [issue.path.map((part) => `/${String(part)}`).join(''), issueMessage(issue)].filter(Boolean).join(': '),
  );
  throw new NonRetryableError(`${call}: ${problems.join('; ')}`);
}

/** Throws a `NonRetryableError` for what is no duration. PostgreSQL refuses it, and a timer takes it for none at all. */
export function checkDuration(call: string, durationInMs: number): void {
  const { least, most } = ranges.durationInMs;
  if (typeof durationInMs === 'number' && durationInMs >= least && durationInMs <= most) return;
  throw new NonRetryableError(
    `${call}: ${inspect(durationInMs)} is not a duration in milliseconds; allowed is ${least} to ${most}`,
  );
}

const stepOptions = z.strictObject({
  retry: retryPolicy.optional(),
  timeoutInMs: z.number().min(ranges.taskTimeoutInMs.least).max(ranges.taskTimeoutInMs.most).optional(),
});

/** Throws a `NonRetryableError` for options of a step that mean nothing, such as attempts without number. */
export function checkStepOptions(step: string, options: StepOptions | undefined): void {
  if (options !== undefined) checkGiven(`step "${step}"`, stepOptions, options);
}

/** Throws a `NonRetryableError` when the work of a step or under a lock is no function. */
export function checkWork(call: string, work: unknown): void {
  if (typeof work === 'function') return;
  throw new NonRetryableError(`${call}: give the function that does the work; ${inspect(work, { depth: 0 })} is none`);
}

const eventWaitOptions = z.strictObject({ timeoutInMs: z.unknown().optional(), stepName: z.string().optional() });

/** Throws a `NonRetryableError` for the name of an event that nobody can raise, and for unknown options of its wait. */
export function checkEventWait(name: string, options: EventWaitOptions): void {
  checkGiven('waitForEvent', itemName, name);
  checkGiven(`waitForEvent "${name}"`, eventWaitOptions, options);
  const { timeoutInMs } = options;
  const isOver = typeof timeoutInMs === 'number' && timeoutInMs < 0; // as what is left of a time can be
  if (timeoutInMs !== undefined && !isOver) checkDuration(`waitForEvent "${name}": timeoutInMs`, timeoutInMs);
}

/** Throws a `NonRetryableError` for what is no id of a task. */
export function checkTaskId(call: string, taskId: string): void {
  if (typeof taskId === 'string' && taskId !== '') return;
  throw new NonRetryableError(`${call}: give the id of a task; ${inspect(taskId, { depth: 0 })} is none`);
}
