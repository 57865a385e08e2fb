import { type JsonValue, redact } from '#contract';
import { carryMarks, type Outlet, runSecretsOf } from '#engine';
import { defineTask } from '../define-task.ts';
import { NonRetryableError, type TaskContext } from '../index.ts';
import { marksOfLog, marksOfOutput, marksOfResult, marksOfSources } from './carried-marks.ts';
import { httpRequestInput } from './http-request-input.ts';
import { fillIn } from './references.ts';
import { type Sending, sendHttpRequest } from './send-http-request.ts';
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
      const pointers = await carryMarks(ctx, (given) => {
        const sources = marksOfSources({ steps, output }, given);
        return [...sources, ...marksOfOutput({ steps, output }, [...given, ...sources])];
      });
      for (const [index, step] of steps.entries())
        results.set(
          step.name,
          'log' in step
            ? await writeLog(ctx, step, results, marksOfLog(steps, index, pointers))
            : await perform(ctx, step, results, { outlet, hidden: marksOfResult(step, pointers) }),
        );
      return output === undefined ? Object.fromEntries(results) : fillIn(output, results);
    },
  });

async function perform(
  ctx: TaskContext,
  step: Exclude<WorkflowStep, LogStep>,
  results: ReadonlyMap<string, JsonValue>,
  sending: Pick<Sending, 'outlet' | 'hidden'>,
): Promise<JsonValue> {
  if ('http' in step) {
    const parsed = httpRequestInput.safeParse(fillIn(step.http, results));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new NonRetryableError(`step "${step.name}": ${issue?.path.join('.')}: ${issue?.message}`);
    }
    return ctx.step(step.name, (call) =>
      sendHttpRequest(parsed.data, call, ctx.log, { ...sending, secrets: runSecretsOf(ctx) }),
    );
  }
  if ('sleep' in step) {
    await ctx.sleep(step.name, step.sleep.durationInMs);
    return null;
  }
  const { name, timeoutInMs } = step.waitForEvent;
  const options = { stepName: step.name, ...(timeoutInMs === undefined ? {} : { timeoutInMs }) };
  const data: unknown = await ctx.waitForEvent(name, options);
  return asJson(data);
}

type LogStep = Extract<WorkflowStep, { log: unknown }>;

/** Logs have no sensitive pointers, so covered values are left out of them. */
async function writeLog(
  ctx: TaskContext,
  { name, log }: LogStep,
  results: ReadonlyMap<string, JsonValue>,
  marks: ReturnType<typeof marksOfLog>,
): Promise<null> {
  const fields = log.fields === undefined ? undefined : await redact(fillIn(log.fields, results), marks.fields);
  const message = marks.isMessageCovered ? '[redacted]' : log.message;
  await ctx.step(name, () => ctx.log[log.level](message, asFields(fields)));
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
