import type { JsonObject, JsonValue } from '#contract';
import type { RunView, TaskView } from './run-view.ts';

const kept = [
  'type',
  'name',
  'description',
  'tags',
  'queue',
  'priority',
  'concurrencyKey',
  'concurrencyLimit',
  'schedule',
  'retry',
  'timeoutInMs',
  'retention',
  'sensitive',
] as const;

/** The body of the request that creates a task like this one, with the input of this run where it is not too large. */
export function createBody(task: TaskView, run: RunView): JsonObject {
  const input = run.input?.kind === 'value' ? run.input.value : undefined;
  const members = kept.flatMap((name): [string, JsonValue][] => {
    const value = task[name];
    return value === undefined || isEmpty(value) ? [] : [[name, withoutUndefined(value)]];
  });
  return { ...Object.fromEntries(members), ...(input === undefined ? {} : { input }) };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Record members are plain data; optional ones that are not set have no place in JSON. */
function withoutUndefined(value: NonNullable<TaskView[(typeof kept)[number]]>): JsonValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
