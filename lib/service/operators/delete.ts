import { inTransaction, requireMatch, requireNoCondition } from '#database';
import { lockManagers } from '../access/lock-managers.ts';
import type { Verb } from '../verb.ts';
import { isReached, lockOperator, refuseActingOnMore, requireManager, scopesOf } from './row.ts';

/** 204 whether or not there was one, unless `If-Match` asks for it. The operator's sessions, API keys and private views go with them. */
export const deleteOperator: Verb<'DeleteOperator'> = async (service, call) => {
  const { params, note } = call;
  await inTransaction(service.database, async (transaction) => {
    const caller = await lockManagers(transaction, service, 'DeleteOperator', call.caller);
    const before = await lockOperator(transaction, params.id);
    note.detail = 'there was none';
    if (before === undefined || !isReached(before, caller)) return requireNoCondition(call, `operator "${params.id}"`);
    requireMatch(call.ifMatch, before.version, `the operator ${before.email} was changed meanwhile`);
    note.detail = before.email;
    refuseActingOnMore(scopesOf(before), caller.scopes);
    await transaction`delete from operator where id = ${params.id}`;
    await transaction`delete from saved_view where owner = ${`operator:${params.id}`} and not is_shared`;
    await requireManager(transaction);
  });
};
