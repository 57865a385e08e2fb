import type { AuditRecord } from '#contract';
import { type Database, groupCommit, type Transaction } from '#database';

/** An audit record without the id and time that the database assigns. */
export type AuditEntry = Omit<AuditRecord, 'id' | 'occurredOn'>;

export type AuditWriter = {
  /**
   * Resolves when the entry is committed, in place of the record that the change kept as `pending`. Entries that arrive
   * during a write share the next one.
   */
  write(entry: AuditEntry, pending?: string): Promise<void>;
  /** Removes a record that was kept as pending and needs no entry. */
  settle(pending: string): Promise<void>;
  /** Resolves when every entry written before is settled. */
  drain(): Promise<void>;
};

const maximumBatch = 500;

/**
 * Writes the audit trail by group commit: no acknowledged change lacks its record, as the answer waits for it, and the
 * wait is shared by all requests of the moment. The database chains the records of all processes by their hashes.
 */
export function createAuditWriter(database: Database): AuditWriter {
  const { write, drain } = groupCommit<Written, void>({
    maximumItems: maximumBatch,
    commit: async (batch) => {
      await insertAudit(
        database,
        batch.flatMap(({ entry }) => entry ?? []),
        batch.flatMap(({ pending }) => pending ?? []),
      );
      return batch.map(() => ({ result: undefined }));
    },
  });
  return { write: (entry, pending) => write({ entry, pending }), settle: (pending) => write({ pending }), drain };
}

type Written = { entry?: AuditEntry; pending?: string | undefined };

/**
 * Appends entries to the trail, in the transaction of the change where one is given, and removes records that were kept
 * as pending until then.
 */
export async function insertAudit(
  database: Database | Transaction,
  entries: readonly AuditEntry[],
  pending: readonly string[] = [],
): Promise<void> {
  const settled = database`delete from pending_audit where id = any(${[...pending]}::uuid[])`;
  if (entries.length === 0) {
    await settled;
    return;
  }
  const column = <Value>(pick: (entry: AuditEntry) => Value) => entries.map(pick);
  await database`
    ${pending.length === 0 ? database`` : database`with settled as (${settled})`}
    select append_audit(
      ${column((entry) => entry.identity.kind)}::text[], ${column((entry) => entry.identity.id)}::text[],
      ${column((entry) => entry.identity.name)}::text[], ${column((entry) => entry.operation)}::text[],
      ${column((entry) => entry.target?.kind ?? null)}::text[], ${column((entry) => entry.target?.id ?? null)}::text[],
      ${column((entry) => entry.sourceAddress)}::text[], ${column((entry) => entry.requestId)}::text[],
      ${column((entry) => entry.outcome)}::text[], ${column((entry) => entry.status)}::int[],
      ${column((entry) => entry.detail ?? null)}::text[])`;
}
