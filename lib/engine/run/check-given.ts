import { z } from 'zod';
import { ranges, retryPolicy } from '#contract';
import type { StepOptions } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';

/** Returns what a handler gives to a call as its schema reads it. Throws a `NonRetryableError` that says what is wrong. */
export function checkGiven<Value>(call: string, schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.map((part) => `/${String(part)}`).join('')}: ${message}`,
  );
  throw new NonRetryableError(`${call}: ${problems.join('; ')}`);
}

/** Throws a `NonRetryableError` for what is no duration. PostgreSQL refuses it, and a timer takes it for none at all. */
export function checkDuration(call: string, durationInMs: number): void {
  const { least, most } = ranges.durationInMs;
  if (durationInMs >= least && durationInMs <= most) return;
  throw new NonRetryableError(
    `${call}: ${durationInMs} is not a duration in milliseconds; allowed is ${least} to ${most}`,
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
