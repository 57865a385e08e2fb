import type { z } from 'zod';
import { parseToken, TaskdeckError } from '#contract';

/** Where a list continues, as opaque text: the last item's position. */
export function encodeToken(position: Record<string, string | number>): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The position in a token. Throws `InvalidContinuationToken` for one of another list or order, and for garbage. */
export function decodeToken<Position>(token: string, shape: z.ZodType<Position>): Position {
  const parsed = shape.safeParse(parseToken(Buffer.from(token, 'base64url').toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new TaskdeckError(
    'InvalidContinuationToken',
    'the continuation token is not one of this list in this order; start again without it',
  );
}
