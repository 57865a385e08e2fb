import { auditEntryOf, createRefusalBudget } from '../../audit/entry.ts';
import type { Failure } from '../problem.ts';
import type { Exchange, Plan } from './exchange.ts';

const allowAnonymousRecord = createRefusalBudget();

/** Writes the audit record of a change, or of its refusal. Resolves when it is committed. */
export async function audit(
  { name, operation, service }: Plan,
  exchange: Exchange,
  status: number,
  failure?: Failure,
): Promise<void> {
  const { caller, note, address } = exchange;
  if (operation.audit === undefined || note.isPart) return;
  if (caller.kind === 'anonymous' && failure !== undefined && !allowAnonymousRecord(address)) return;
  await service.audit.write(auditEntryOf({ name, operation, exchange, status, failure }));
}
