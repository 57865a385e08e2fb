import { operationWords } from '@/components/audit/operation-words.ts';
import type { CopiedAudit } from './copied-audit.ts';
import { listTable } from './document-tables.ts';

/** What was done, newest first, as a table of a page. */
export function auditTable(audit: readonly CopiedAudit[]) {
  const rows = audit.map(({ occurredOn, identity, operation, detail, outcome }) => [
    occurredOn,
    identity.name,
    operationWords(operation),
    outcome,
    detail,
  ]);
  return listTable('What was done', ['When', 'Who', 'What', 'Outcome', 'Detail'], rows);
}
