import { z } from 'zod';
import type { OperationName } from '#contract';
import { removedBy } from '#state';

const bulkDelete = z.looseObject({ action: z.looseObject({ kind: z.literal('delete') }) });
const withDeletes = z.looseObject({ deletes: z.array(z.unknown()) });
const withReceipt = z.looseObject({ receipt: z.string() });
const withRetention = z.looseObject({ retention: z.looseObject({}) });

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

/** Returns how many things a call of an operation with this body deletes. Receipts are the caller's text, so an undo counts. */
export async function deletesOf(name: OperationName, body: unknown): Promise<number> {
  return (await deletedBy[name]?.(body)) ?? 0;
}

function deletesIn(body: unknown): number {
  return withDeletes.safeParse(body).data?.deletes.length ?? 0;
}
