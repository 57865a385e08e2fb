import { counted, type Operation, operations, successStatus, TaskdeckError } from '#contract';
import type { Caller } from '../access/caller.ts';
import { callerNow } from '../access/caller-now.ts';
import { committingRecord, type Recorded, writeAudit } from '../audit/pending.ts';
import { createBulkOperation } from '../bulk/create.ts';
import { type Failure, toFailure } from '../http/problem.ts';
import { authorise } from '../http/stages/authorise.ts';
import { deleteSecret } from '../secrets/delete.ts';
import { setSecret } from '../secrets/set.ts';
import type { Service } from '../service.ts';
import { deleteBulkState } from '../state/bulk-delete.ts';
import { setStorePolicy } from '../stores/set-policy.ts';
import type { Call } from '../verb.ts';
import { type Act, paramsOf, unsealAct } from './act.ts';
import { describeAct, neededBy, noCondition } from './describe-act.ts';

/** A request that was granted, with its sealed arguments and what it acted on when it was asked for. */
export type Granted = {
  id: string;
  operation: Act['operation'];
  asker: Pick<Caller, 'kind' | 'id' | 'name'>;
  sealed: Uint8Array;
  sealedWith: string;
  basis: string | null;
};

/**
 * Performs what was asked for, as the one who asked and with the rights that they have now. Resolves with what came of it,
 * which has an audit record of its own.
 */
export async function performGranted(
  service: Service,
  approver: Call,
  granted: Granted,
): Promise<{ isDone: boolean; outcome: string }> {
  const { id, operation: name, asker } = granted;
  const operation: Operation = operations[name];
  const { caller, address, requestId } = approver;
  const note = { caller: asker, grantedBy: `${caller.name} (${id})` };
  const exchange: Recorded = { caller, address, requestId, note, subject: { params: {} } };
  const failure = await failureOf(service, async () => {
    const caller = await callerNow(service, asker);
    if (caller === undefined) throw new TaskdeckError('InsufficientScope', `${asker.name} has no access any more`);
    const act = unsealAct(service, id, granted);
    exchange.subject = { params: paramsOf(act) };
    authorise(operation, caller, neededBy(act));
    const call = { ...approver, ...exchange, caller, may: (scope) => caller.scopes.has(scope) } satisfies Call;
    const { basis, frozen = act, condition = noCondition } = await describeAct(service, call, act);
    requireUnchanged(act, granted.basis, basis);
    await committingRecord({ name, operation, service }, exchange, () =>
      perform(service, { ...call, ...condition }, frozen),
    );
  });
  const outcome = failure === undefined ? (exchange.note.detail ?? 'done') : `${failure.code}: ${failure.detail}`;
  await writeAudit(service, {
    name,
    operation,
    exchange,
    status: failure?.status ?? successStatus(operation),
    failure,
  });
  return { isDone: failure === undefined, outcome };
}

async function failureOf(
  { logger }: Pick<Service, 'logger'>,
  act: () => Promise<unknown>,
): Promise<Failure | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const failure = toFailure(error);
    if (failure.isUnforeseen) logger.error({ error }, 'what was granted failed');
    return failure;
  }
}

function requireUnchanged({ operation }: Act, then: string | null, now: string): void {
  if (operation === 'CreateBulkOperation') requireSameTasks(then ?? '', now);
  else if (now !== then)
    throw new TaskdeckError('PreconditionFailed', 'what it changes has changed since it was asked for: ask again');
}

/** Compares the numbers, which a person understands, and then which tasks these are. */
function requireSameTasks(then: string, now: string): void {
  const [thenTotal = '', thenTasks] = then.split(' ');
  const [total = '', tasks] = now.split(' ');
  const refuse = (what: string): never => {
    throw new TaskdeckError('PreconditionFailed', `it would delete ${what}: ask again`);
  };
  if (total !== thenTotal)
    refuse(`${counted(Number(total), 'task')}, and was asked for ${Number(thenTotal).toLocaleString('en')}`);
  if (tasks !== thenTasks) refuse('other tasks than those that were shown');
}

/** The part of a call that does not follow from the act. */
type Performing = Omit<Call, 'params' | 'query' | 'body'>;

function perform(service: Service, { ...call }: Performing, act: Act): Promise<unknown> {
  const rest = { ...call, query: {}, namespace: '' };
  switch (act.operation) {
    case 'SetSecret':
      return setSecret(service, { ...rest, params: act.params, body: act.body });
    case 'DeleteSecret':
      return deleteSecret(service, { ...rest, params: act.params, body: undefined });
    case 'SetStorePolicy':
      return setStorePolicy(service, { ...rest, params: act.params, body: act.body });
    case 'DeleteBulkState':
      return deleteBulkState(service, { ...rest, params: act.params, body: act.body });
    case 'CreateBulkOperation':
      return createBulkOperation(service, { ...rest, params: {}, body: act.body });
  }
}
