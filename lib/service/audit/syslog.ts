import type { AuditRecord } from '#contract';

/** Facility 13, log audit, of RFC 5424. */
const facility = 13;
const severities = { succeeded: 5, refused: 4, failed: 3 } as const;

/** A record as a message of RFC 5424: its JSON behind the header. */
export function syslogMessage(record: AuditRecord, hostName: string, processId: number): string {
  const priority = facility * 8 + severities[record.outcome];
  const host = printable(hostName, 255);
  const id = printable(record.operation, 32);
  return `<${priority}>1 ${record.occurredOn} ${host} taskdeck ${processId} ${id} - ${JSON.stringify(record)}`;
}

/** A message on a stream of RFC 6587: its length in bytes, then itself. */
export function framed(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`;
}

/** A header field has printable ASCII without spaces; an empty one is "-". */
function printable(text: string, maximumLength: number): string {
  return text.replaceAll(/[^!-~]/g, '').slice(0, maximumLength) || '-';
}
