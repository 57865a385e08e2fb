import type { AuditRecord } from '#contract';
import { type Database, groupCommit, type Transaction } from '#database';

/** An audit record without the id and time that the database assigns. */
export type AuditEntry = Omit<AuditRecord, 'id' | 'occurredOn'>;

export type AuditWriter = {
  /** Resolves when the entry is committed. Entries that arrive during a write share the next one. */
  write(entry: AuditEntry): Promise<void>;
  /** Resolves when every entry written before is settled. */
  drain(): Promise<void>;
};

const maximumBatch = 500;

/**
 * Writes the audit trail by group commit: no acknowledged change lacks its record, as the answer waits for it, and the
 * wait is shared by all requests of the moment. The database chains the records of all processes by their hashes.
 */
export function createAuditWriter(database: Database): AuditWriter {
  return groupCommit<AuditEntry, void>({
    maximumItems: maximumBatch,
    commit: async (entries) => {
      await insertAudit(database, entries);
      return entries.map(() => ({ result: undefined }));
    },
  });
}

/** Appends entries to the trail, in the transaction of the change where one is given. */
export async function insertAudit(database: Database | Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const column = <Value>(pick: (entry: AuditEntry) => Value) => entries.map(pick);
  await database`
    select append_audit(
      ${column((entry) => entry.identity.kind)}::text[], ${column((entry) => entry.identity.id)}::text[],
      ${column((entry) => entry.identity.name)}::text[], ${column((entry) => entry.operation)}::text[],
      ${column((entry) => entry.target?.kind ?? null)}::text[], ${column((entry) => entry.target?.id ?? null)}::text[],
      ${column((entry) => entry.sourceAddress)}::text[], ${column((entry) => entry.requestId)}::text[],
      ${column((entry) => entry.outcome)}::text[], ${column((entry) => entry.status)}::int[],
      ${column((entry) => entry.detail ?? null)}::text[])`;
}
