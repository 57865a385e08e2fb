import type { AuditRecord } from '#contract';
import type { Database } from '#database';

/** An audit record before the database gives it its id and time. */
export type AuditEntry = Omit<AuditRecord, 'id' | 'occurredOn'>;

export type AuditWriter = {
  /** Resolves when the entry is committed. Entries that gather while a write is under way share the next one. */
  write(entry: AuditEntry): Promise<void>;
  /** Resolves when nothing is under way. */
  drain(): Promise<void>;
};

type Pending = { entry: AuditEntry; resolve: () => void; reject: (error: unknown) => void };

const maximumBatch = 500;

/**
 * Writes the audit trail by group commit: no acknowledged change lacks its record, as the answer waits for it, and the
 * wait is shared by all requests of the moment.
 */
export function createAuditWriter(database: Database): AuditWriter {
  let pending: Pending[] = [];
  let flushing: Promise<void> | undefined;

  const flushAll = async () => {
    while (pending.length > 0) {
      const batch = pending.slice(0, maximumBatch);
      pending = pending.slice(maximumBatch);
      try {
        await insertAudit(
          database,
          batch.map(({ entry }) => entry),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    flushing = undefined;
  };

  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        pending.push({ entry, resolve, reject });
        flushing ??= flushAll();
      }),
    drain: async () => flushing,
  };
}

async function insertAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  const column = <Value>(pick: (entry: AuditEntry) => Value) => entries.map(pick);
  await database`
    insert into audit_record (identity_kind, identity_id, identity_name, operation, target_kind, target_id,
      source_address, request_id, outcome, status, detail)
    select * from unnest(
      ${column((entry) => entry.identity.kind)}::text[], ${column((entry) => entry.identity.id)}::text[],
      ${column((entry) => entry.identity.name)}::text[], ${column((entry) => entry.operation)}::text[],
      ${column((entry) => entry.target?.kind ?? null)}::text[], ${column((entry) => entry.target?.id ?? null)}::text[],
      ${column((entry) => entry.sourceAddress)}::text[], ${column((entry) => entry.requestId)}::text[],
      ${column((entry) => entry.outcome)}::text[], ${column((entry) => entry.status)}::int[],
      ${column((entry) => entry.detail ?? null)}::text[])`;
}
