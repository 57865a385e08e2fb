import { randomUUID } from 'node:crypto';
import { type Operation, type OperationName, parseJson, successStatus } from '#contract';
import { committingWith, type Database, type Job, keepPendingAudit, type PendingAudit } from '#database';
import type { Service } from '../service.ts';
import { type Audited, type AuditedExchange, auditEntriesOf, maximumDetailLength } from './entry.ts';
import { type AuditEntry, insertAudit } from './writer.ts';

/** A change in progress. `pendingAudit` is the id of the record that its transaction keeps, once it has begun one. */
export type Recorded = AuditedExchange & { pendingAudit?: string };

type Recording = { name: OperationName; operation: Operation; service: Pick<Service, 'ownProcess'> };

/**
 * Changes whose own rows say who made them and when. They are the most frequent ones, and keep no record: one that is
 * lost with its process can be read there.
 */
const toldByRows: ReadonlySet<OperationName> = new Set([
  'CreateTask',
  'RaiseTaskEvent',
  'SaveState',
  'SaveBulkState',
  'UploadBlob',
  'AcquireLock',
  'WriteLogs',
]);

/**
 * Makes the transactions of a change keep its audit record until `AuditWriter.write` adds the record to the trail. No
 * change is without a record then, whenever its process ends.
 */
export function committingRecord<Result>(
  recording: Recording,
  exchange: Recorded,
  work: () => Promise<Result>,
): Promise<Result> {
  const { name, operation } = recording;
  if (operation.audit === undefined || toldByRows.has(name)) return work();
  return committingWith(async (transaction, result) => {
    if (exchange.note.isPart !== true) await keepPendingAudit(transaction, pendingAuditOf(recording, exchange, result));
  }, work);
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

/** Writes the records of a request, in place of the pending one. What fails after it was done, without being refused, keeps its pending record. */
export async function writeAudit(
  { audit }: Pick<Service, 'audit'>,
  audited: Audited & { exchange: Recorded },
): Promise<void> {
  const isKept = audited.failure !== undefined && audited.failure.status >= 500;
  const pending = isKept ? undefined : audited.exchange.pendingAudit;
  const entries = auditEntriesOf(audited);
  await Promise.all(entries.map((entry, at) => audit.write(entry, at === 0 ? pending : undefined)));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A process that was not seen for this long has ended. It is seen every 10 s. */
const endedAfterSeconds = 30;
/** No request takes this long from its commit to its answer. */
const forgottenAfterMinutes = 10;
const batchRows = 500;

/**
 * Adds to the trail the records of changes whose process ended before it could, and of those that it failed to add. A
 * process that stands still for half a minute and then goes on adds a record that is there already.
 */
export function addPendingAuditJob(database: Database): Job {
  return {
    everyMs: 10_000,
    batch: () =>
      database.begin(async (transaction) => {
        const rows = await transaction<{ id: string; pendingOn: string; record: string }[]>`
          select id, pending_on as "pendingOn", record::text from pending_audit
          where pending_on < now() - make_interval(secs => ${endedAfterSeconds})
            and (pending_on < now() - make_interval(mins => ${forgottenAfterMinutes}) or not exists (
              select from service_process process where process.id = pending_audit.process_id
                and last_seen_on > now() - make_interval(secs => ${endedAfterSeconds})))
          order by pending_on limit ${batchRows} for update skip locked`;
        if (rows.length === 0) return false;
        await insertAudit(
          transaction,
          rows.map(({ record, pendingOn }) => unanswered(trustRecord(parseJson(record)), pendingOn)),
          rows.map(({ id }) => id),
        );
        return rows.length === batchRows;
      }),
  };
}

function unanswered(entry: AuditEntry, committedOn: string): AuditEntry {
  const parts = [`done on ${committedOn}; its answer failed, or was lost with the service`, entry.detail];
  const detail = parts.filter((part) => part !== undefined).join('; ');
  return { ...entry, detail: detail.slice(0, maximumDetailLength) };
}

/** `pendingAuditOf` wrote it. */
function trustRecord(record: unknown): AuditEntry {
  return record as AuditEntry;
}
