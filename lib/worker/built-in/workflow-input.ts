import { z } from 'zod';
import { durationInMs, itemName, type JsonValue, jsonValue, logLevels, record } from '#contract';
import { httpRequestInput } from './http-request-input.ts';
import { referencesIn } from './references.ts';

const name = itemName.describe('Names the step and its result. Must be unique');
const maySayReference = 'any value may be {"$result": "step", "at": "/pointer"} or {"$text": [parts]}';

const step = z.union([
  z.strictObject({
    name,
    http: record(z.string(), jsonValue).describe(`The input of http.request; ${maySayReference}`),
  }),
  z.strictObject({ name, sleep: z.strictObject({ durationInMs }) }),
  z.strictObject({
    name,
    waitForEvent: z.strictObject({ name: itemName, timeoutInMs: durationInMs.min(1).optional() }),
  }),
  z.strictObject({
    name,
    log: z.strictObject({
      level: z.enum(logLevels).default('info'),
      message: z.string().min(1).max(4_096),
      fields: record(z.string(), jsonValue).optional().describe(maySayReference),
    }),
  }),
]);

export type WorkflowStep = z.output<typeof step>;

/** Of the missing names in one value, no more are told. */
const mostTold = 10;

/** The input of `workflow`. Names are unique, and references go to earlier steps. */
export const workflowInput = z
  .strictObject({
    steps: z.array(step).min(1).max(100).describe('Executed in order'),
    output: jsonValue
      .optional()
      .describe(`The task's output; ${maySayReference}. Default: every step's result by name`),
  })
  .superRefine(({ steps, output }, context) => {
    const earlier = new Set<string>();
    const check = (value: JsonValue, path: (string | number)[]) => {
      const missing = new Set(referencesIn(value).map((reference) => reference.step)).difference(earlier);
      for (const name of [...missing].slice(0, mostTold))
        context.addIssue({ code: 'custom', path, message: `no earlier step is named "${name}"` });
    };
    for (const [index, current] of steps.entries()) {
      if (earlier.has(current.name))
        context.addIssue({
          code: 'custom',
          path: ['steps', index, 'name'],
          message: `"${current.name}" is named twice`,
        });
      if ('http' in current) {
        check(current.http, ['steps', index, 'http']);
        checkHttp(current.http, index, context);
      }
      if ('log' in current && current.log.fields !== undefined)
        check(current.log.fields, ['steps', index, 'log', 'fields']);
      earlier.add(current.name);
    }
    if (output !== undefined) check(output, ['output']);
  });

/** Parts without references must be valid before replacement. */
function checkHttp(http: Record<string, JsonValue>, index: number, context: z.RefinementCtx): void {
  for (const issue of httpRequestInput.safeParse(http).error?.issues ?? []) {
    const given = issue.path[0] === undefined ? undefined : http[String(issue.path[0])];
    if (isFilledInLater(given)) continue;
    context.addIssue({ code: 'custom', path: ['steps', index, 'http', ...issue.path], message: issue.message });
  }
}

function isFilledInLater(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null;
}
