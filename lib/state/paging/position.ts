import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseToken, TaskdeckError } from '#contract';

const envelope = z.tuple([z.string(), z.unknown()]);

/** Where a list continues, as opaque text that only the same list with the same filter takes. */
export function encodePosition(list: unknown, position: unknown): string {
  return Buffer.from(JSON.stringify([fingerprint(list), position])).toString('base64url');
}

/** The position in a token; `undefined` without one. Throws `InvalidContinuationToken` for one of another list. */
export function decodePosition<Position>(
  list: unknown,
  token: string | undefined,
  shape: z.ZodType<Position>,
): Position | undefined {
  if (token === undefined) return undefined;
  const parsed = envelope.safeParse(parseToken(Buffer.from(token, 'base64url').toString('utf8')));
  const position = parsed.success && parsed.data[0] === fingerprint(list) ? shape.safeParse(parsed.data[1]) : undefined;
  if (position?.success === true) return position.data;
  throw new TaskdeckError(
    'InvalidContinuationToken',
    'the continuation token is not one of this list with this filter; start again without it',
  );
}

/** What a token is bound to: the names and values that say which list it is. */
function fingerprint(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}
