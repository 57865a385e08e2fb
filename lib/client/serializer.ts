import { type JsonValue, LosslessNumber, type OperationName, pointerPart } from '#contract';
import { RequestFailedError } from './request-failed-error.ts';

/** How JSON data is converted to a `T`. */
export type SerializerOptions<T> = {
  /** Checks the data and may convert it, for example a zod schema. Without it, the type `T` is not checked. */
  schema?: { parse(value: unknown): T } | undefined;
  /** As in `JSON.parse`: called for every member, innermost first; its result replaces the value. */
  reviver?: ((name: string, value: unknown) => unknown) | undefined;
  /**
   * `exact` (default): an integer beyond 2^53 is a `bigint`, another number that a double would round is a
   * `LosslessNumber`. `double`: every number is a `number`, rounded as by `JSON.parse`.
   */
  numbers?: 'exact' | 'double' | undefined;
};

/** Options of an operation that returns data as a `T`. */
export type TypedOptions<T> = { serializer?: SerializerOptions<T> | undefined };

/**
 * Returns the data as a `T`. Throws `RequestFailedError` `UnexpectedValue`, naming the pointer, when the schema rejects
 * it.
 */
export function deserialize<T>(
  value: JsonValue | undefined,
  { schema, reviver, numbers = 'exact' }: SerializerOptions<T> = {},
  operation: OperationName,
): T {
  const doubled = numbers === 'double' ? revive('', value ?? null, (_, part) => asDouble(part)) : (value ?? null);
  const revived = reviver === undefined ? doubled : revive('', doubled, reviver);
  if (schema === undefined) return trustCaller<T>(revived);
  try {
    return schema.parse(revived);
  } catch (cause) {
    const details = issuesOf(cause);
    const said = details.map(({ pointer, message }) => `${pointer || 'the value'}: ${message}`).join('; ');
    throw new RequestFailedError(`the value does not match the schema: ${said}`, {
      operation,
      code: 'UnexpectedValue',
      details,
      cause,
    });
  }
}

function asDouble(part: unknown): unknown {
  return typeof part === 'bigint' || part instanceof LosslessNumber ? Number(part.toString()) : part;
}

/**
 * Returns a copy of the value with every part passed through `reviver`, innermost first. `undefined` removes a member.
 */
function revive(name: string, value: unknown, reviver: (name: string, value: unknown) => unknown): unknown {
  return reviver(name, reviveParts(value, reviver));
}

function reviveParts(value: unknown, reviver: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part, index) => revive(String(index), part, reviver));
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  const revived: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const replaced = revive(name, part, reviver);
    if (replaced !== undefined) Object.defineProperty(revived, name, { ...member, value: replaced });
  }
  return revived;
}

/** Defines the member as an object literal does, so that `__proto__` is an ordinary name. */
const member = { enumerable: true, configurable: true, writable: true };

/**
 * The problems in a schema's error: `issues` with `path` and `message`, as in zod, valibot and other standard schemas.
 */
function issuesOf(error: unknown): { pointer: string; message: string }[] {
  const issues: unknown = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : undefined;
  if (!Array.isArray(issues)) return [{ pointer: '', message: error instanceof Error ? error.message : String(error) }];
  return issues.map((issue: { path?: unknown[]; message?: unknown }) => ({
    pointer: (issue.path ?? []).map((part) => `/${pointerPart(nameOf(part))}`).join(''),
    message: String(issue.message),
  }));
}

/** A part of a path is a name, an index, or an object with it as `key`. */
function nameOf(part: unknown): string {
  return String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part);
}

/** Without a schema, the caller asserts the type. */
function trustCaller<T>(value: unknown): T {
  return value as T;
}
