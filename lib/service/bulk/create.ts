import { randomUUID } from 'node:crypto';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { requireActionScope, requireBulkStepScope } from './rights.ts';
import { requireActionInside, selectionInside } from './within-bounds.ts';

export const createBulkOperation: Verb<'CreateBulkOperation'> = async ({ engine }, call) => {
  const { body, caller, note } = call;
  requireActionScope(call, body.action.kind);
  requireBulkStepScope(call, body);
  requireActionInside(call, body.action);
  const selection = await selectionInside(engine, call, body.selection);
  const id = `bulk-${randomUUID()}`;
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
