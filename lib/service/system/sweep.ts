import { limits } from '#contract';
import { type Database, type Job, runJobs } from '#database';

const everyMs = 600_000;
const batchRows = 5_000;

export type SweepingOptions = {
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
  const sweeps = [
    sweepAnswers,
    sweepSessions,
    sweepThrottle,
    sweepNetworks,
    sweepBulkResults,
    sweepBulkOperations,
    sweepIdTokens,
    sweepProviderTokens,
    sweepInvitations,
    sweepReveals,
    sweepApprovals,
  ];
  if (auditRetentionInMs !== undefined) sweeps.push((given) => sweepAudit(given, auditRetentionInMs));
  const jobs = sweeps.map((sweep): Job => ({ everyMs, batch: async () => (await sweep(database)) === batchRows }));
  return runJobs(jobs, onTrouble);
}

/** Removes audit records older than this, oldest first. Resolves with the number of removed records. */
export async function sweepAudit(database: Database, ageInMs: number): Promise<number> {
  const [row] = await database<{ removed: number }[]>`
    select remove_old_audit(${ageInMs}, ${batchRows}) as removed`;
  return row?.removed ?? 0;
}

async function sweepAnswers(database: Database): Promise<number> {
  const removed = await database`
    delete from idempotent_answer where ctid = any(array(
      select ctid from idempotent_answer where claimed_on < now() - make_interval(hours => ${limits.idempotencyKeyHours})
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** Sessions are kept for a week after their end, so that the audit trail can still distinguish them. */
async function sweepSessions(database: Database): Promise<number> {
  const removed = await database`
    delete from session where ctid = any(array(
      select ctid from session where expires_on < now() - interval '7 days' limit ${batchRows} for update skip locked))`;
  return removed.count;
}

async function sweepThrottle(database: Database): Promise<number> {
  const removed = await database`
    delete from sign_in_throttle where ctid = any(array(
      select ctid from sign_in_throttle where last_attempt_on < now() - interval '1 day'
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** What became of each task of a bulk operation is kept for 90 days after its end, then the operation goes too. */
async function sweepBulkResults(database: Database): Promise<number> {
  const removed = await database`
    delete from bulk_item where ctid = any(array(
      select i.ctid from bulk_operation o join bulk_item i on i.operation_key = o.key
      where o.ended_on < now() - interval '90 days' limit ${batchRows} for update of i skip locked))`;
  return removed.count;
}

async function sweepBulkOperations(database: Database): Promise<number> {
  const removed = await database`
    delete from bulk_operation where key = any(array(
      select key from bulk_operation o
      where ended_on < now() - interval '90 days' and not exists (select from bulk_item i where i.operation_key = o.key)
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** An invitation that has expired is of no use. */
async function sweepInvitations(database: Database): Promise<number> {
  const removed = await database`
    delete from invitation where ctid = any(array(
      select ctid from invitation where expires_on < now()
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** Entries and runs say for 90 days who saw their hidden values. */
async function sweepReveals(database: Database): Promise<number> {
  const removed = await database`
    delete from reveal where ctid = any(array(
      select ctid from reveal where expires_on < now() - interval '90 days'
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

async function sweepApprovals(database: Database): Promise<number> {
  const removed = await database`
    delete from approval where ctid = any(array(
      select ctid from approval where expires_on < now() - interval '90 days'
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** An ID token that has expired opens no session anyway. */
async function sweepIdTokens(database: Database): Promise<number> {
  const removed = await database`
    delete from used_id_token where ctid = any(array(
      select ctid from used_id_token where expires_on < now() limit ${batchRows} for update skip locked))`;
  return removed.count;
}

/** The tokens of a provider are of no use after the session. */
async function sweepProviderTokens(database: Database): Promise<number> {
  const emptied = await database`
    update session set sealed_tokens = null, sealed_with = null where ctid = any(array(
      select ctid from session where sealed_tokens is not null and (revoked_on is not null or expires_on < now())
      limit ${batchRows} for update skip locked))`;
  return emptied.count;
}

/** A network from which an operator has not signed in for 90 days is no longer known. */
async function sweepNetworks(database: Database): Promise<number> {
  const removed = await database`
    delete from sign_in_network where ctid = any(array(
      select ctid from sign_in_network where last_sign_in_on < now() - interval '90 days'
      limit ${batchRows} for update skip locked))`;
  return removed.count;
}
