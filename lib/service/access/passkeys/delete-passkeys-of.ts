import { inTransaction } from '#database';
import { lockOperator, refuseActingOnMore, refuseExpiringKey, requireReached, scopesOf } from '../../operators/row.ts';
import type { Verb } from '../../verb.ts';
import { removePasskeys } from './reset-passkeys.ts';

/** For an operator who has lost every passkey and code. Only who has the operator's scopes may. */
export const deletePasskeysOf: Verb<'DeletePasskeysOf'> = async ({ database }, { params, caller, note }) => {
  refuseExpiringKey(caller);
  await inTransaction(database, async (transaction) => {
    const operator = requireReached(await lockOperator(transaction, params.id), params.id, caller);
    refuseActingOnMore(scopesOf(operator), caller.scopes);
    note.detail = `${await removePasskeys(transaction, params.id)} removed`;
  });
};
