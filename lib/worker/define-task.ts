import { token } from '#contract';
import type { AnyTaskDefinition, EventSchemas, TaskDefinition } from '#engine';

/**
 * Describes a task type and what it does. Input and event data have the types of their schemas.
 *
 * A handler is run again from its start after a wait, a retry or a crash, and its recorded calls return at once: so it
 * must make the same calls of its context in the same order, and do what has an effect inside `context.step`. It shares
 * one event loop with every other run of its worker: work that blocks the loop longer than the worker's lease
 * (15 seconds by default) costs the worker its runs. Throws a TypeError where type or run are not what they must be.
 */
export function defineTask<Input = unknown, const Events extends EventSchemas = EventSchemas>(
  definition: TaskDefinition<Input, Events>,
): TaskDefinition<Input, Events> {
  if (!token.safeParse(definition.type).success)
    throw new TypeError(
      `defineTask: the type ${JSON.stringify(definition.type)} must be 1 to 128 printable ASCII characters without spaces`,
    );
  if (typeof definition.run !== 'function') throw new TypeError(`defineTask: "${definition.type}" has no run function`);
  return definition;
}

/**
 * Whether a value is a task definition. The worker gives its handler only input and event data that its own schemas
 * passed, so what they are need not be known here.
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
