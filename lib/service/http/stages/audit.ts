import { auditEntryOf, createRefusalBudget } from '../../audit/entry.ts';
import type { Failure } from '../problem.ts';
import type { Exchange, Plan } from './exchange.ts';

const allowRecord = createRefusalBudget();

/**
 * Writes the audit record of a change, of its refusal, of a read that lacked a scope, or of one that shows sensitive
 * values. Resolves when it is committed.
 */
export async function audit(
  { name, operation, service }: Plan,
  exchange: Exchange,
  status: number,
  failure?: Failure,
): Promise<void> {
  const { caller, note, address } = exchange;
  if (note.isPart) return;
  const isRead = operation.audit === undefined;
  if (isRead && failure?.status !== 403 && (failure !== undefined || note.revealed === undefined)) return;
  const isBounded = failure !== undefined && (isRead || caller.kind === 'anonymous');
  if (isBounded && !allowRecord(address)) return;
  await service.audit.write(auditEntryOf({ name, operation, exchange, status, failure }));
}
