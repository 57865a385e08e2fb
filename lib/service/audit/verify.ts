import { hash } from 'node:crypto';
import type { Database } from '#database';

/** What a check of the audit trail found. `head` is what to keep elsewhere, for a later `expect`. */
export type AuditReport = {
  /** Records that are part of the chain. */
  records: number;
  /** Records that retention has removed. */
  removed: number;
  /** The newest record as `id:hash`. */
  head: string;
  /** What does not fit, in the order of the ids; empty when the trail is whole. */
  problems: string[];
};

type Row = Record<(typeof hashedFields)[number], string | null> & { previous: string | null; hash: string | null };

const hashedFields = [
  'id',
  'occurred_on',
  'identity_kind',
  'identity_id',
  'identity_name',
  'operation',
  'target_kind',
  'target_id',
  'source_address',
  'request_id',
  'outcome',
  'status',
  'detail',
] as const;

const pageRows = 5_000;
const maximumProblems = 100;

/**
 * Computes the hash of every record anew, outside the database, and compares it with what is stored. `expected` is the
 * head of an earlier check: the record with this id must still have this hash.
 */
export async function verifyAudit(database: Database, expected?: string): Promise<AuditReport> {
  return database.begin('isolation level repeatable read read only', async (transaction) => {
    const [chain] = await transaction<{ first: number; begin: string; last: number; end: string; removed: number }[]>`
      select first_after_id as first, encode(first_after_hash, 'hex') as begin, last_id as last,
        encode(last_hash, 'hex') as end, removed_records as removed from audit_chain`;
    if (chain === undefined) throw new Error('the audit trail has no chain: run the migrations first');
    const problems: string[] = [];
    const [expectedId, expectedHash] = expected?.split(':') ?? [];
    let isExpectedFound = expectedId === undefined || Number(expectedId) <= chain.first;
    let [previous, after, records] = [chain.begin, chain.first, 0];
    for (;;) {
      const rows = await transaction<Row[]>`
        select id::text, to_char(occurred_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_on,
          identity_kind, identity_id, identity_name, operation, target_kind, target_id, source_address, request_id,
          outcome, status::text, detail, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash
        from audit_record where id > ${after} order by audit_record.id limit ${pageRows}`;
      for (const row of rows) {
        if (row.hash === null) problems.push(`record ${row.id} was added past the chain`);
        else if (row.previous !== previous) problems.push(`before record ${row.id}, records were removed or changed`);
        else if (hashOf(row, previous) !== row.hash) problems.push(`record ${row.id} was changed`);
        if (row.id === expectedId) {
          isExpectedFound = true;
          if (row.hash !== expectedHash) problems.push(`record ${row.id} has another hash than was expected`);
        }
        previous = row.hash ?? previous;
        records += 1;
      }
      after = Number(rows.at(-1)?.id ?? after);
      if (rows.length < pageRows) break;
    }
    if (previous !== chain.end)
      problems.push(`after record ${after}, records were removed: the newest was ${chain.last}`);
    if (!isExpectedFound) problems.push(`record ${expectedId}, which was expected, is not there`);
    const head = `${chain.last}:${chain.end}`;
    return { records, removed: chain.removed, head, problems: problems.slice(0, maximumProblems) };
  });
}

/** Returns the hash of a record as `append_audit` of the database computes it. */
function hashOf(row: Row, previous: string): string {
  const text = hashedFields.map((name) => fieldOf(row[name])).join('');
  return hash('sha256', Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(text)]), 'hex');
}

function fieldOf(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`;
}
