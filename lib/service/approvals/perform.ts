import { type Operation, operations, TaskdeckError } from '#contract';
import type { Caller } from '../access/caller.ts';
import { callerNow } from '../access/caller-now.ts';
import { auditEntriesOf } from '../audit/entry.ts';
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
import { describeAct, neededBy } from './describe-act.ts';

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
  const { address, requestId } = approver;
  const exchange: Traced = { caller: approver.caller, note: { caller: asker }, subject: { params: {} } };
  const failure = await failureOf(service, async () => {
    const caller = await callerNow(service.database, asker);
    if (caller === undefined) throw new TaskdeckError('InsufficientScope', `${asker.name} has no access any more`);
    const act = unsealAct(service, id, granted);
    exchange.subject = { params: paramsOf(act) };
    authorise(operation, caller, neededBy(act));
    const call = { ...approver, ...exchange, caller, may: (scope) => caller.scopes.has(scope) } satisfies Call;
    requireUnchanged(act, granted.basis, (await describeAct(service, call, act)).basis);
    await perform(service, { ...call, idempotency: { key: id, bodyHash: '' } }, act);
  });
  const { note } = exchange;
  const outcome = failure === undefined ? (note.detail ?? 'done') : `${failure.code}: ${failure.detail}`;
  note.detail = `${note.detail ?? ''}; granted by ${approver.caller.name} (${id})`.replace(/^; /, '');
  const status = failure?.status ?? operation.status ?? (operation.output === undefined ? 204 : 200);
  const audited = { name, operation, exchange: { ...exchange, address, requestId }, status, failure };
  await Promise.all(auditEntriesOf(audited).map((entry) => service.audit.write(entry)));
  return { isDone: failure === undefined, outcome };
}

/** What the audit record is made of. */
type Traced = Pick<Call, 'caller' | 'note' | 'subject'>;

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
  const isMore = operation === 'CreateBulkOperation' && Number(now) > Number(then);
  if (isMore)
    throw new TaskdeckError(
      'PreconditionFailed',
      `it would delete ${now} tasks, and was granted for ${then}: ask again`,
    );
  if (operation !== 'CreateBulkOperation' && now !== then)
    throw new TaskdeckError('PreconditionFailed', 'what it changes has changed since it was asked for: ask again');
}

/** The part of a call that does not follow from the act. */
type Performing = Omit<Call, 'params' | 'query' | 'body'>;

function perform(service: Service, { ...call }: Performing, act: Act): Promise<unknown> {
  const rest = { ...call, query: {}, namespace: '', ifMatch: undefined, mustExist: false, mustNotExist: false };
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
