import { createRefusalBudget } from '../../audit/entry.ts';
import { writeAudit } from '../../audit/pending.ts';
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
  if (note.isPart && failure === undefined) return settle(plan, exchange);
  const isRead = operation.audit === undefined;
  if (isRead && failure?.status !== 403 && (failure !== undefined || note.revealed === undefined)) return;

  const isBounded = failure !== undefined && (isRead || (note.caller ?? exchange.caller).kind === 'anonymous');
  const write = (revealed = note.revealed): Promise<unknown> | undefined => {
    if (isBounded && !allowRecord(address)) return undefined;
    const told = { ...exchange, note: { ...note, ...(revealed && { revealed }) } };
    return writeAudit(service, { name, operation, exchange: told, status, failure });
  };
  if (!isRead && (name !== 'RefreshSignIn' || failure !== undefined)) {
    await write();
    return;
  }
  const { kind, id } = note.caller ?? exchange.caller;
  const { namespace } = note;
  const same = { kind, id, address, name, namespace, params: subject.params, refusal: failure?.code };
  if (note.revealed === undefined || failure !== undefined) {
    let standsForItself = false;
    await service.recordedReads.record([same], () => {
      standsForItself = true;
      return write();
    });
    if (failure === undefined && !standsForItself) await settle(plan, exchange);
  } else
    await service.recordedReads.record(
      note.revealed.map((shown) => ({ ...same, ...shown })),
      write,
    );
}

async function settle({ service }: Plan, { pendingAudit }: Exchange): Promise<void> {
  if (pendingAudit !== undefined) await service.audit.settle(pendingAudit);
}
