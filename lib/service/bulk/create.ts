import { createHash, randomUUID } from 'node:crypto';
import { identityOf, ownerOf } from '../access/caller.ts';
import { requireStepScope } from '../tasks/step-scope.ts';
import type { Call, Verb } from '../verb.ts';
import { requireActionScope } from './rights.ts';
import { requireActionInside, selectionInside } from './within-bounds.ts';

export const createBulkOperation: Verb<'CreateBulkOperation'> = async ({ engine }, call) => {
  const { body, caller, note } = call;
  requireActionScope(call, body.action.kind);
  if ('filter' in body.selection) requireStepScope(call, body.selection.filter);
  requireActionInside(call, body.action);
  const selection = await selectionInside(engine, call, body.selection);
  const id = bulkIdOf(call);
  note.target = id;
  note.detail = [
    `${body.action.kind} of many tasks`,
    ...(body.reason === undefined ? [] : [`reason: ${body.reason}`]),
  ].join('; ');
  return engine.createBulkOperation(
    id,
    { ...body, selection },
    {
      kind: caller.kind,
      id: caller.id,
      name: caller.name,
      owner: ownerOf(caller),
      scopes: [...caller.scopes],
      bounds: caller.bounds,
      until: caller.expiresAt,
      sourceAddress: call.address,
      requestId: call.requestId,
    },
  );
};

/** The id of a bulk operation follows from the caller's key, so that a retry finds what the first try created. */
export function bulkIdOf({ idempotency, caller }: Pick<Call, 'idempotency' | 'caller'>): string {
  if (idempotency === undefined) return `bulk-${randomUUID()}`;
  const text = JSON.stringify([identityOf(caller), idempotency.key, idempotency.bodyHash]);
  return `bulk-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
