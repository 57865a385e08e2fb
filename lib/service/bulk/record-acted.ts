import { type BulkActionKind, errorStatus, type OperationName } from '#contract';
import type { Transaction } from '#database';
import { type Acted, actionOf, type OperationRow } from '#engine';
import { type AuditEntry, insertAudit } from '../audit/writer.ts';

/** The operation on one task that does the same as an action on many. */
const operationOf: Readonly<Record<BulkActionKind, OperationName>> = {
  rerun: 'RerunTask',
  fork: 'ForkRun',
  cancel: 'CancelTask',
  pause: 'PauseTask',
  resume: 'ResumeTask',
  wake: 'WakeTask',
  delete: 'DeleteTask',
  raiseEvent: 'RaiseTaskEvent',
  update: 'UpdateTask',
};

/**
 * Writes one audit record for each task that a bulk operation acted on, in the transaction of the action. Each names the
 * operation, and has the request id of its creation.
 */
export async function recordActed(
  transaction: Transaction,
  operation: OperationRow,
  acted: readonly Acted[],
): Promise<void> {
  const { creator_kind: kind, creator_id: id, creator_name: name } = operation;
  const by = `bulk operation ${operation.id}`;
  const entries = acted.map(
    ({ taskId, refusal }): AuditEntry => ({
      identity: { kind: kindOf(kind), id, name },
      operation: operationOf[actionOf(operation).kind],
      target: { kind: 'task', id: taskId },
      sourceAddress: operation.source_address,
      requestId: operation.request_id,
      outcome: refusal === undefined ? 'succeeded' : 'refused',
      status: refusal === undefined ? 200 : errorStatus[refusal.code],
      detail: refusal === undefined ? by : `${by}; ${refusal.code}: ${refusal.message}`,
    }),
  );
  await insertAudit(
    transaction,
    entries.map((entry) => ({ entry })),
  );
}

function kindOf(stored: string): 'operator' | 'apiKey' | 'external' {
  return stored === 'operator' || stored === 'apiKey' ? stored : 'external';
}
