import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseToken, TaskdeckError } from '#contract';

const envelope = z.tuple([z.string(), z.unknown()]);

/**
 * The continuation token of a keyset page: opaque text that only the same list accepts. `list` says which list it is
 * (its name, and whatever of its order and filter the position depends on).
 */
export function encodePageToken(list: unknown, position: unknown): string {
  return Buffer.from(JSON.stringify([fingerprint(list), position])).toString('base64url');
}

/**
 * The position in a token; `undefined` without a token. Throws `InvalidContinuationToken` for a token of another list
 * and for text that no list has made.
 */
export function decodePageToken<Position>(
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
    'the continuation token is not one of this list with this filter and order; start again without it',
  );
}

function fingerprint(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
}
