import { z } from 'zod';
import { type ApprovalKind, type Operation, type OperationName, operations } from '#contract';
import { removedBy } from '#state';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';

const bulkDelete = z.looseObject({ action: z.looseObject({ kind: z.literal('delete') }) });
const withDeletes = z.looseObject({ deletes: z.array(z.unknown()) });
const withReceipt = z.looseObject({ receipt: z.string() });
const withRetention = z.looseObject({ retention: z.looseObject({}) });
const byGrant = z.looseObject({ approvalId: z.string() });

/** How many things calls delete that delete any. A new retention of a task deletes, too. */
const deletedBy: { [Name in OperationName]?: (body: unknown) => number | Promise<number> } = {
  CreateBulkOperation: (body) => (bulkDelete.safeParse(body).success ? Number.POSITIVE_INFINITY : 0),
  DeleteBulkState: deletesIn,
  BulkTransaction: deletesIn,
  UndoState: (body) => removedBy(withReceipt.safeParse(body).data?.receipt ?? ''),
  DeleteTask: () => 1,
  DeleteState: () => 1,
  UpdateTask: (body) => (withRetention.safeParse(body).success ? 1 : 0),
};

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
  const count = (await deletedBy[name]?.(body)) ?? 0;
  return count > 1 || (count === 1 && !mayDeleteOne()) ? kind : undefined;
}

function deletesIn(body: unknown): number {
  return withDeletes.safeParse(body).data?.deletes.length ?? 0;
}
