import type { AuditRecord } from '#contract';
import { type Database, type Job, tryLock } from '#database';
import { type AuditDestination, nameOfDestination, sendAudit } from './destination.ts';
import { type AuditRow, auditColumns, toRecord } from './row.ts';

const everyMs = 1_000;
const batchRows = 500;

/**
 * Sends new records to a destination. One service process at a time does it, and the database remembers how far: after a
 * failure, records are sent again rather than left out.
 */
export function auditStreamJob(
  database: Database,
  destination: AuditDestination,
  send: (destination: AuditDestination, records: readonly AuditRecord[]) => Promise<void> = sendAudit,
): Job {
  const name = nameOfDestination(destination);
  return {
    everyMs,
    restMs: 20,
    batch: () =>
      database.begin(async (transaction) => {
        if (!(await tryLock(transaction, 'auditStream'))) return false;
        await transaction`
          insert into audit_stream (destination, last_id)
          select ${name}, coalesce((select max(id) from audit_record), 0) on conflict (destination) do nothing`;
        const rows = await transaction<AuditRow[]>`
          select ${auditColumns(transaction)} from audit_record
          where id > (select last_id from audit_stream where destination = ${name}) order by audit_record.id limit ${batchRows}`;
        const last = rows.at(-1);
        if (last === undefined) return false;
        await send(destination, rows.map(toRecord));
        await transaction`
          update audit_stream set last_id = ${Number(last.id)}, sent_on = now() where destination = ${name}`;
        return rows.length === batchRows;
      }),
  };
}
