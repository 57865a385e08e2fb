import type { Call } from '../verb.ts';

/** Names the reason that a caller gave in the audit record of the call. */
export function noteReason({ body, note }: Call<unknown, unknown, { reason?: string | undefined } | undefined>): void {
  if (body?.reason !== undefined) note.detail = `reason: ${body.reason}`;
}
