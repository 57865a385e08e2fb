import { z } from 'zod';
import { type ApprovalKind, type Operation, type OperationName, operations } from '#contract';
import { ownerOf } from '../access/caller.ts';
import { deletesOf } from '../http/stages/deletes-of.ts';
import type { Call } from '../verb.ts';

const byGrant = z.looseObject({ approvalId: z.string() });

/**
 * The kind of a call that waits for a second person where the deployment asks for that kind. `mayDeleteOne` is asked
 * before a single delete: many of them, one after the other, are a bulk delete. What is isolated concerns nobody but its
 * caller.
 */
export async function kindOf(
  name: OperationName,
  { body, namespace, caller }: Pick<Call, 'body' | 'namespace' | 'caller'>,
  mayDeleteOne: () => boolean,
): Promise<ApprovalKind | undefined> {
  const { needsApproval: kind }: Operation = operations[name];
  if (kind === undefined || namespace === ownerOf(caller)) return undefined;
  if (kind === 'reveal') return byGrant.safeParse(body).success ? undefined : kind;
  if (kind !== 'bulk-delete') return kind;
  const count = await deletesOf(name, body);
  return count > 1 || (count === 1 && !mayDeleteOne()) ? kind : undefined;
}
