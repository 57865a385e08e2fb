import { ranges, retryPolicy, secretName, taskPointer, token } from '#contract';
import type { AnyTaskDefinition, EventSchemas, TaskDefinition } from '#engine';

/**
 * Defines a task type with its handler. Input and event data have the types of their schemas.
 *
 * After a wait, a retry or a crash the handler runs again from its start, and its recorded calls return at once. It
 * must therefore make the same calls of its context in the same order, and effects belong inside `context.step`. All
 * runs of a worker share one event loop: work that blocks the loop longer than the worker's lease (15 seconds by
 * default) costs the worker its runs. Throws a TypeError when a member is invalid or unknown.
 */
export function defineTask<Input = unknown, const Events extends EventSchemas = EventSchemas>(
  definition: TaskDefinition<Input, Events>,
): TaskDefinition<Input, Events> {
  if (!token.safeParse(definition.type).success)
    throw new TypeError(
      `defineTask: the type ${JSON.stringify(definition.type)} must be 1 to 128 printable ASCII characters without spaces`,
    );
  if (definition.type.endsWith('*'))
    throw new TypeError(
      `defineTask: the type "${definition.type}" ends in "*", which in filters and alerts means all types that begin so`,
    );
  if (typeof definition.run !== 'function') throw new TypeError(`defineTask: "${definition.type}" has no run function`);
  refuseWrongMembers(definition);
  const nameless = definition.childSecrets?.find((name) => !secretName.safeParse(name).success);
  if (nameless !== undefined)
    throw new TypeError(
      `defineTask: "${definition.type}" has ${JSON.stringify(nameless)} in childSecrets; a secret has ${secretName.description}`,
    );
  const pointless = definition.sensitive?.find((pointer) => !taskPointer.safeParse(pointer).success);
  if (pointless !== undefined)
    throw new TypeError(
      `defineTask: "${definition.type}" has the sensitive pointer ${JSON.stringify(pointless)}; it must be at or below /input, /output, /steps/{name} or /events/{name}, or be /error`,
    );
  return definition;
}

const members = Object.keys({
  ...{ type: 0, version: 0, description: 0, input: 0, exampleInput: 0, events: 0, retry: 0, timeoutInMs: 0 },
  ...{ sensitive: 0, childSecrets: 0, passesEventsOn: 0, fingerprint: 0, run: 0 },
} satisfies Record<keyof TaskDefinition, 0>);

/** Refuses what would be ignored or would fail only when a run needs it. */
function refuseWrongMembers(definition: Pick<AnyTaskDefinition, 'type' | 'retry' | 'timeoutInMs'>): void {
  const { type, retry, timeoutInMs } = definition;
  const unknown = Object.keys(definition).find((name) => !members.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`defineTask: "${type}" has the unknown member "${unknown}"; allowed: ${members.join(', ')}`);
  const { success, error } = retryPolicy.optional().safeParse(retry);
  if (!success) {
    const problems = error.issues.map(({ path, message }) => `/${['retry', ...path].join('/')}: ${message}`);
    throw new TypeError(`defineTask: "${type}" has a wrong retry policy: ${problems.join('; ')}`);
  }
  const { least, most } = ranges.taskTimeoutInMs;
  if (timeoutInMs !== undefined && !(Number.isInteger(timeoutInMs) && timeoutInMs >= least && timeoutInMs <= most))
    throw new TypeError(`defineTask: "${type}" has the timeoutInMs ${timeoutInMs}; allowed is ${least} to ${most}`);
}

/**
 * Whether a value is a task definition. The worker passes only validated input and event data to the handler, so their
 * types are not needed here.
 */
export function isTaskDefinition(value: unknown): value is AnyTaskDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    token.safeParse(value.type).success &&
    'run' in value &&
    typeof value.run === 'function'
  );
}
