import type { Database, Transaction } from './connect.ts';

/**
 * The audit record of a change, as the change keeps it in its own transaction until the record is part of the trail:
 * when the process ends between the two, another one adds it. `record` is JSON.
 */
export type PendingAudit = { id: string; processId: string; record: string };

/** Keeps the record of a change in the change's transaction. A change of several transactions keeps it in the first. */
export async function keepPendingAudit(
  transaction: Database | Transaction,
  { id, processId, record }: PendingAudit,
): Promise<void> {
  await transaction`
    insert into pending_audit (id, process_id, record) values (${id}, ${processId}, ${record}::text::json)
    on conflict (id) do nothing`;
}
