import type { JsonValue } from '#contract';
import { runSecretsOf } from '#engine';
import { defineTask } from '../define-task.ts';
import type { Outlet } from '../egress/outlet.ts';
import { NonRetryableError, type TaskContext } from '../index.ts';
import { httpRequestInput } from './http-request-input.ts';
import { fillIn } from './references.ts';
import { sendHttpRequest } from './send-http-request.ts';
import { type WorkflowStep, workflowInput } from './workflow-input.ts';

/** The built-in type for several steps without code. */
export const workflow = (outlet: Outlet) =>
  defineTask({
    type: 'workflow',
    version: '1',
    description: 'Runs a list of steps in order: HTTP requests, sleeps, waits for events, log lines.',
    input: workflowInput,
    exampleInput: {
      steps: [
        { name: 'order', http: { url: 'https://example.com/orders/7' } },
        { name: 'approval', waitForEvent: { name: 'approval', timeoutInMs: 86_400_000 } },
        {
          name: 'confirm',
          http: {
            method: 'POST',
            url: { $text: ['https://example.com/orders/', { $result: 'order', at: '/body/id' }, '/confirm'] },
            body: { by: { $result: 'approval', at: '/by' } },
          },
        },
      ],
      output: { confirmed: { $result: 'confirm', at: '/status' } },
    },
    retry: { maximumAttempts: 5 },
    async run(ctx, { steps, output }) {
      const results = new Map<string, JsonValue>();
      for (const step of steps) results.set(step.name, await perform(ctx, step, results, outlet));
      return output === undefined ? Object.fromEntries(results) : fillIn(output, results);
    },
  });

async function perform(
  ctx: TaskContext,
  step: WorkflowStep,
  results: ReadonlyMap<string, JsonValue>,
  outlet: Outlet,
): Promise<JsonValue> {
  if ('http' in step) {
    const parsed = httpRequestInput.safeParse(fillIn(step.http, results));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new NonRetryableError(`step "${step.name}": ${issue?.path.join('.')}: ${issue?.message}`);
    }
    return ctx.step(step.name, (call) =>
      sendHttpRequest(parsed.data, call, ctx.log, { outlet, secrets: runSecretsOf(ctx) }),
    );
  }
  if ('sleep' in step) {
    await ctx.sleep(step.name, step.sleep.durationInMs);
    return null;
  }
  if ('waitForEvent' in step) {
    const { name, timeoutInMs } = step.waitForEvent;
    const options = { stepName: step.name, ...(timeoutInMs === undefined ? {} : { timeoutInMs }) };
    const data: unknown = await ctx.waitForEvent(name, options);
    return asJson(data);
  }
  const fields = step.log.fields === undefined ? undefined : fillIn(step.log.fields, results);
  await ctx.step(step.name, () => ctx.log[step.log.level](step.log.message, asFields(fields)));
  return null;
}

/** Event data is JSON. It is absent when no event came in time. */
function asJson(data: unknown): JsonValue {
  return (data ?? null) as JsonValue;
}

/** Replacing references in an object returns an object. */
function asFields(fields: JsonValue | undefined): Record<string, unknown> | undefined {
  return fields as Record<string, unknown> | undefined;
}
