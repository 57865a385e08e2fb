import type { AuditRecord } from '#contract';
import { type Database, failureKind, groupCommit, type Transaction } from '#database';

/** An audit record without the id and time that the database assigns. */
export type AuditEntry = Omit<AuditRecord, 'id' | 'occurredOn'>;

export type AuditWriter = {
  /**
   * Resolves when the entry is committed, in place of the record that the change kept as `pending`. Entries that arrive
   * during a write share the next one.
   */
  write(entry: AuditEntry, pending?: string): Promise<void>;
  /**
   * Adds the entry within `followsInMs` in place of a record that is committed, so that nothing is lost when this process
   * ends before.
   */
  follow(entry: AuditEntry, pending: string): void;
  /** Removes a record that was kept as pending and needs no entry. */
  settle(pending: string): Promise<void>;
  /** Resolves when every entry written before is settled. Those that follow are added at once. */
  drain(): Promise<void>;
};

const maximumBatch = 500;

/**
 * How long entries that nobody waits for gather: their commits would make the disk slower for those that somebody waits
 * for.
 */
const followsInMs = 50;
/** The pause after which they are sent again when the database is away or has no space. */
const followsAgainInMs = 1_000;

/**
 * Writes the audit trail by group commit: no acknowledged change lacks its record, as the answer waits for it or the
 * change itself has kept it. The trail has the entries of a process in the order in which they were given. The database
 * chains the records of all processes by their hashes. `onTrouble` hears of failures that nobody waits for.
 */
export function createAuditWriter(database: Database, onTrouble: (error: unknown) => void = () => {}): AuditWriter {
  const commits = groupCommit<Written, void>({
    maximumItems: maximumBatch,
    commit: async (batch) => {
      await insertAudit(database, batch);
      return batch.map(() => ({ result: undefined }));
    },
  });
  let gathered: Written[] = [];
  let due: NodeJS.Timeout | undefined;
  let trouble: unknown;
  const gather = (entries: readonly Written[], inMs: number) => {
    gathered.push(...entries);
    due ??= setTimeout(commitGathered, inMs).unref(); // who ends drains
  };
  const commitGathered = () => {
    clearTimeout(due);
    due = undefined;
    const entries = gathered;
    gathered = [];
    for (const entry of entries)
      commits.write(entry).catch((error) => {
        if (error !== trouble) onTrouble(error); // one for a whole commit
        trouble = error;
        // What is refused stays pending, and the background adds it.
        if (failureKind(error) !== 'refused') gather([entry], followsAgainInMs);
      });
  };
  const write = (written: Written) => {
    commitGathered();
    return commits.write(written);
  };
  return {
    write: (entry, pending) => write({ entry, pending }),
    follow(entry, pending) {
      gather([{ entry, pending }], followsInMs);
      if (gathered.length >= maximumBatch) commitGathered();
    },
    settle: (pending) => write({ pending }),
    drain() {
      commitGathered();
      return commits.drain();
    },
  };
}

/** An entry, the record that its change has kept, or both. */
type Written = { entry?: AuditEntry; pending?: string | undefined };

/**
 * Appends entries to the trail and removes the records that their changes have kept. An entry whose change's record is no
 * longer there is in the trail already, and is left out: so the same call a second time does nothing.
 */
export async function insertAudit(database: Database | Transaction, batch: readonly Written[]): Promise<void> {
  const entries = batch.flatMap(({ entry, pending }) => (entry === undefined ? [] : { ...entry, pending }));
  const settled = database`delete from pending_audit where id = any(${batch.flatMap(({ pending }) => pending ?? [])}::uuid[])`;
  if (entries.length === 0) {
    await settled;
    return;
  }
  const column = <Value>(pick: (entry: (typeof entries)[number]) => Value) => entries.map(pick);
  await database`
    with settled as (${settled} returning id)
    select append_audit(array_agg(identity_kind order by n), array_agg(identity_id order by n),
      array_agg(identity_name order by n), array_agg(operation order by n), array_agg(target_kind order by n),
      array_agg(target_id order by n), array_agg(source_address order by n), array_agg(request_id order by n),
      array_agg(outcome order by n), array_agg(status order by n), array_agg(detail order by n))
    from unnest(
      ${column((entry) => entry.pending ?? null)}::uuid[], ${column((entry) => entry.identity.kind)}::text[],
      ${column((entry) => entry.identity.id)}::text[], ${column((entry) => entry.identity.name)}::text[],
      ${column((entry) => entry.operation)}::text[], ${column((entry) => entry.target?.kind ?? null)}::text[],
      ${column((entry) => entry.target?.id ?? null)}::text[], ${column((entry) => entry.sourceAddress)}::text[],
      ${column((entry) => entry.requestId)}::text[], ${column((entry) => entry.outcome)}::text[],
      ${column((entry) => entry.status)}::int[], ${column((entry) => entry.detail ?? null)}::text[]
    ) with ordinality as entry (pending, identity_kind, identity_id, identity_name, operation, target_kind, target_id,
      source_address, request_id, outcome, status, detail, n)
    where pending is null or pending in (select id from settled)
    having count(*) > 0`;
}
