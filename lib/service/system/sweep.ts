import { limits } from '#contract';
import { type Database, type Fragment, type Job, runJobs } from '#database';
import { endAbandoned } from '#engine';

const everyMs = 600_000;
const batchRows = 5_000;

type SweepingOptions = {
  database: Database;
  /** How long audit records are kept. `undefined` means for ever. */
  auditRetentionInMs: number | undefined;
  /** Called with a job's failure. The job runs again at its next time. */
  onTrouble(error: Error): void;
};

/**
 * Every ten minutes, removes in small batches what is no longer used (old answers, ended sessions, old sign-in
 * failures) and audit records beyond their retention.
 */
export function startSweeping({ database, auditRetentionInMs, onTrouble }: SweepingOptions): { stop(): Promise<void> } {
  const sweeps = outdated(database).map(
    ({ table, isOutdated }) =>
      () =>
        remove(database, table, isOutdated),
  );
  sweeps.push(
    () => removeBulkOperations(database),
    () => emptyProviderTokens(database),
    () => emptyRequests(database),
  );
  if (auditRetentionInMs !== undefined) sweeps.push(() => sweepAudit(database, auditRetentionInMs));
  const jobs = sweeps.map((sweep): Job => ({ everyMs, batch: async () => (await sweep()) === batchRows }));
  return runJobs(jobs, onTrouble);
}

/** The tables with rows that end in time, and which of their rows nobody uses any more. */
const outdated = (database: Database): { table: string; isOutdated: Fragment }[] => [
  {
    table: 'idempotent_answer',
    isOutdated: database`claimed_on < now() - make_interval(hours => ${limits.idempotencyKeyHours})`,
  },
  // The audit trail can still distinguish a session for a week after its end.
  { table: 'session', isOutdated: database`expires_on < now() - interval '7 days'` },
  { table: 'sign_in_throttle', isOutdated: database`last_attempt_on < now() - interval '1 day'` },
  { table: 'sign_in_network', isOutdated: database`last_sign_in_on < now() - interval '90 days'` },
  { table: 'used_id_token', isOutdated: database`expires_on < now()` },
  { table: 'invitation', isOutdated: database`expires_on < now()` },
  // Entries and runs say for 90 days who saw their hidden values, and who allowed it.
  { table: 'reveal', isOutdated: database`expires_on < now() - interval '90 days'` },
  { table: 'approval', isOutdated: database`expires_on < now() - interval '90 days'` },
];

async function remove(database: Database, table: string, isOutdated: Fragment): Promise<number> {
  const removed = await database`
    delete from ${database(table)} where ctid = any(array(
      select ctid from ${database(table)} where ${isOutdated} limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** First what became of each task of an operation, then the operation. One that was abandoned is kept from its end on. */
async function removeBulkOperations(database: Database): Promise<number> {
  await endAbandoned(database);
  const isOver = database`ended_on < now() - interval '90 days'`;
  const ofOver = database`operation_key in (select key from bulk_operation where ${isOver})`;
  const items = await remove(database, 'bulk_item', ofOver);
  const isEmpty = database`not exists (select from bulk_item where operation_key = bulk_operation.key)`;
  const operations = await remove(database, 'bulk_operation', database`${isOver} and ${isEmpty}`);
  return Math.max(items, operations);
}

/** The tokens of a provider are of no use after the session. */
async function emptyProviderTokens(database: Database): Promise<number> {
  const emptied = await database`
    update session set sealed_tokens = null, sealed_with = null where ctid = any(array(
      select ctid from session where sealed_tokens is not null and (revoked_on is not null or expires_on < now())
      limit ${batchRows} for update skip locked))`;
  return emptied.count;
}

/** What was asked for is forgotten when nobody can grant it any more. */
export async function emptyRequests(database: Database): Promise<number> {
  const emptied = await database`
    update approval set sealed_request = null, sealed_with = null where ctid = any(array(
      select ctid from approval where sealed_request is not null and expires_on < now()
      limit ${batchRows} for update skip locked))`;
  return emptied.count;
}

/** Removes audit records older than this, oldest first. Resolves with the number of removed records. */
export async function sweepAudit(database: Database, ageInMs: number): Promise<number> {
  const [row] = await database<{ removed: number }[]>`
    select remove_old_audit(${ageInMs}, ${batchRows}) as removed`;
  return row?.removed ?? 0;
}
