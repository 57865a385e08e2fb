import { auditEntriesOf, createRefusalBudget } from '../../audit/entry.ts';
import type { Failure } from '../problem.ts';
import type { Exchange, Plan } from './exchange.ts';

const allowRecord = createRefusalBudget();

/**
 * Writes the audit records of a change, of its refusal, of a read that lacked a scope, or of one that shows sensitive
 * values. Resolves when they are committed.
 */
export async function audit(plan: Plan, exchange: Exchange, status: number, failure?: Failure): Promise<void> {
  const { name, operation, service } = plan;
  const { note, address, subject } = exchange;
  if (note.isPart) return;
  const isRead = operation.audit === undefined;
  if (isRead && failure?.status !== 403 && (failure !== undefined || note.revealed === undefined)) return;

  const isBounded = failure !== undefined && (isRead || (note.caller ?? exchange.caller).kind === 'anonymous');
  const write = (revealed = note.revealed): Promise<unknown> | undefined => {
    if (isBounded && !allowRecord(address)) return undefined;
    const told = { ...exchange, note: { ...note, ...(revealed && { revealed }) } };
    const entries = auditEntriesOf({ name, operation, exchange: told, status, failure });
    return Promise.all(entries.map((entry) => service.audit.write(entry)));
  };
  if (!isRead && (name !== 'RefreshSignIn' || failure !== undefined)) {
    await write();
    return;
  }
  const { kind, id } = note.caller ?? exchange.caller;
  const { namespace } = note;
  const same = { kind, id, address, name, namespace, params: subject.params, refusal: failure?.code };
  if (note.revealed === undefined || failure !== undefined) await service.recordedReads.record([same], () => write());
  else
    await service.recordedReads.record(
      note.revealed.map((shown) => ({ ...same, ...shown })),
      write,
    );
}
