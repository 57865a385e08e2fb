import { type JsonValue, LosslessNumber, type OperationName, pointerPart } from '#contract';
import { RequestFailedError } from './request-failed-error.ts';

/** How JSON data becomes a `T`. */
export type SerializerOptions<T> = {
  /** Checks and may convert the data: a zod schema is one. Without it, `T` is the caller's word and nothing checks it. */
  schema?: { parse(value: unknown): T } | undefined;
  /** As of `JSON.parse`: called for every member, innermost first; what it returns replaces the value. */
  reviver?: ((name: string, value: unknown) => unknown) | undefined;
  /**
   * `exact` (the default): an integer beyond 2^53 is a `bigint`, any other number that a double would round a
   * `LosslessNumber`. `double`: every number is a `number`, rounded as `JSON.parse` would.
   */
  numbers?: 'exact' | 'double' | undefined;
};

/** Options of an operation that answers data as a `T`. */
export type TypedOptions<T> = { serializer?: SerializerOptions<T> | undefined };

/** The data as a `T`. Throws `RequestFailedError` `UnexpectedValue`, naming the pointer, where the schema refuses it. */
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
    throw new RequestFailedError(`the value is not what the schema takes: ${said}`, {
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

/** A copy of the value, every part passed through `reviver`, innermost first; `undefined` leaves a member out. */
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

/** As an object literal defines one, so that a member named `__proto__` is one like any other. */
const member = { enumerable: true, configurable: true, writable: true };

/** What a schema's error tells: `issues` with `path` and `message`, as zod, valibot and other standard schemas have. */
function issuesOf(error: unknown): { pointer: string; message: string }[] {
  const issues: unknown = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : undefined;
  if (!Array.isArray(issues)) return [{ pointer: '', message: error instanceof Error ? error.message : String(error) }];
  return issues.map((issue: { path?: unknown[]; message?: unknown }) => ({
    pointer: (issue.path ?? []).map((part) => `/${pointerPart(nameOf(part))}`).join(''),
    message: String(issue.message),
  }));
}

/** A part of a path is a name or an index, or an object that holds it as its `key`. */
function nameOf(part: unknown): string {
  return String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part);
}

/** Without a schema only the caller knows what the data is. */
function trustCaller<T>(value: unknown): T {
  return value as T;
}
