import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseToken, TaskdeckError } from '#contract';

const envelope = z.tuple([z.string(), z.unknown()]);

/**
 * Returns the continuation token of a keyset page: opaque text that only the same list accepts. `list` identifies the
 * list: its name, and the order and filter that the position depends on.
 */
export function encodePageToken(list: unknown, position: unknown): string {
  return Buffer.from(JSON.stringify([fingerprint(list), position])).toString('base64url');
}

/**
 * Reads the position in a token. Returns `undefined` without a token. Throws `InvalidContinuationToken` for a token of
 * another list and for other text.
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
