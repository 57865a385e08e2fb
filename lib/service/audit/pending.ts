import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, type OperationName, parseJson, successStatus } from '#contract';
import { type Database, isRecent, type Job, keepingRecord, type PendingAudit, type Transaction } from '#database';
import type { Service } from '../service.ts';
import { type Audited, type AuditedExchange, auditEntriesOf, maximumDetailLength, showsSensitive } from './entry.ts';
import { type AuditEntry, insertAudit } from './writer.ts';

/** A change in progress. `pendingAudit` is the id of the record that its transaction keeps, once it has begun one. */
export type Recorded = AuditedExchange & { pendingAudit?: string; isRecordKept?: boolean };

type Recording = { name: OperationName; operation: Operation; service: Pick<Service, 'ownProcess'> };

/**
 * Changes that keep no record: their own rows say who made them and when, so that one that is lost with its process can
 * be read there. Their answers wait for the trail.
 */
const toldByRows: ReadonlySet<OperationName> = new Set(['SaveBulkState', 'UploadBlob', 'WriteLogs']);

/**
 * Makes the transactions of a change keep its audit record until `writeAudit` adds the record to the trail. No change is
 * without a record then, whenever its process ends.
 */
export function committingRecord<Result>(
  recording: Recording,
  exchange: Recorded,
  work: () => Promise<Result>,
): Promise<Result> {
  const { name, operation } = recording;
  if (operation.audit === undefined || toldByRows.has(name)) return work();
  const of = (result: unknown) =>
    exchange.note.isPart === true ? undefined : pendingAuditOf(recording, exchange, result);
  const kept = () => {
    exchange.isRecordKept = exchange.pendingAudit !== undefined;
  };
  return keepingRecord({ of, kept }, work);
}

/** Returns the record that a change has when its process ends right after its commit. `answered` can name its target. */
function pendingAuditOf({ name, operation, service }: Recording, exchange: Recorded, answered: unknown): PendingAudit {
  exchange.pendingAudit ??= randomUUID();
  const { note, subject } = exchange;
  const { revealed: _, ...told } = note;
  const known = { ...exchange, note: told, subject: { answered: recordOf(answered), ...subject } };
  const [record] = auditEntriesOf({
    name,
    operation,
    exchange: known,
    status: successStatus(operation),
    failure: undefined,
  });
  return { id: exchange.pendingAudit, processId: service.ownProcess.id, record: JSON.stringify(record) };
}

/**
 * Writes the records of a request, in place of the pending one. Resolves when nothing can be lost any more: when they
 * are in the trail, or at once when the change itself has kept its only record, which then follows within a moment. What
 * fails after it was done, without being refused, keeps its pending record.
 */
export async function writeAudit(
  { audit }: Pick<Service, 'audit'>,
  audited: Audited & { exchange: Recorded },
): Promise<void> {
  const { name, failure, exchange } = audited;
  const entries = auditEntriesOf(audited);
  const pending = exchange.isRecordKept ? exchange.pendingAudit : undefined;
  if (failure !== undefined) {
    const isUnforeseen = failure.status >= 500;
    await Promise.all([
      ...entries.map((entry) => audit.write(entry)),
      ...(pending === undefined || isUnforeseen ? [] : [audit.settle(pending)]),
    ]);
    return;
  }
  const [first] = entries;
  if (first !== undefined && pending !== undefined && !showsSensitive(name, exchange))
    return audit.follow(first, pending);
  await Promise.all(entries.map((entry, at) => audit.write(entry, at === 0 ? pending : undefined)));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A change of another service that was answered longer ago is in the trail, or waits for `addPendingAuditJob`. */
const followsWithinMs = 1_000;
const lookEveryMs = 20;

/** Resolves when the trail has the changes that were answered before the call, by whichever service. */
export async function untilFollowed({
  audit,
  database,
  ownProcess,
}: Pick<Service, 'audit' | 'database' | 'ownProcess'>): Promise<void> {
  await audit.drain();
  const asked = performance.now();
  do {
    const beforeInMs = performance.now() - asked;
    const [others] = await database<{ areLeft: boolean }[]>`
      select exists (
        select from pending_audit where pending_on > clock_timestamp() - ${followsWithinMs} * interval '1 ms'
          and pending_on < clock_timestamp() - ${beforeInMs} * interval '1 ms' and process_id <> ${ownProcess.id}
      ) as "areLeft"`;
    if (!others?.areLeft) return;
    await sleep(lookEveryMs);
  } while (performance.now() - asked < followsWithinMs);
}

/** A process that was not seen for this long has ended. It is seen every 10 s. */
const endedAfterSeconds = 30;
/** No request takes this long from its commit to its answer. */
const forgottenAfterMinutes = 10;
/** No transaction takes this long from the record that it keeps to its commit. */
const committedAfterMinutes = 15;
const batchRows = 500;

/**
 * Adds to the trail the records of changes whose process ended before it could, and of those that it failed to add. It
 * begins behind the records that went long ago: their dead rows can be millions while a snapshot is open.
 */
export function addPendingAuditJob(database: Database): Job {
  let since = '-infinity';
  return {
    everyMs: 10_000,
    batch: async () => {
      const count = await database.begin((transaction) => addPending(transaction, since));
      if (count === batchRows) return true;
      const [first] = await database<{ since: string }[]>`
        select least(min(pending_on), now() - make_interval(mins => ${committedAfterMinutes})) as since
        from pending_audit where pending_on >= ${since}::timestamptz`;
      since = first?.since ?? since;
      return false;
    },
  };
}

/** Adds one batch of the records that are left since a time. Returns how many. */
async function addPending(transaction: Transaction, since: string): Promise<number> {
  const rows = await transaction<{ id: string; pendingOn: string; record: string }[]>`
    select id, pending_on as "pendingOn", record::text from pending_audit
    where pending_on >= ${since}::timestamptz
      and pending_on < now() - make_interval(secs => ${endedAfterSeconds})
      and (pending_on < now() - make_interval(mins => ${forgottenAfterMinutes}) or not exists (
        select from service_process process where process.id = pending_audit.process_id
          and ${isRecent(transaction, 'last_seen_on', endedAfterSeconds * 1_000)}))
    order by pending_on limit ${batchRows} for update skip locked`;
  const left = rows.map(({ id, record, pendingOn }) => ({
    entry: unanswered(trustRecord(parseJson(record)), pendingOn),
    pending: id,
  }));
  if (left.length > 0) await insertAudit(transaction, left);
  return rows.length;
}

function unanswered(entry: AuditEntry, committedOn: string): AuditEntry {
  const parts = [`done on ${committedOn}; the service failed or ended before it was recorded`, entry.detail];
  const detail = parts.filter((part) => part !== undefined).join('; ');
  return { ...entry, detail: detail.slice(0, maximumDetailLength) };
}

/** `pendingAuditOf` wrote it. */
function trustRecord(record: unknown): AuditEntry {
  return record as AuditEntry;
}
