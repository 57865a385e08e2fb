import { inTransaction } from '#database';
import {
  type OperatorRow,
  operatorColumns,
  refuseActingOnMore,
  refuseExpiringKey,
  requireReached,
  scopesOf,
} from '../../operators/row.ts';
import type { Verb } from '../../verb.ts';
import { removePasskeys } from './reset-passkeys.ts';

/** For an operator who has lost every passkey and code. Only who has the operator's scopes may. */
export const deletePasskeysOf: Verb<'DeletePasskeysOf'> = async ({ database }, { params, caller, note }) => {
  refuseExpiringKey(caller);
  await inTransaction(database, async (transaction) => {
    const [found] = await transaction<OperatorRow[]>`
      select ${operatorColumns(transaction)} from operator where id = ${params.id} for update`;
    const operator = requireReached(found, params.id, caller);
    refuseActingOnMore(scopesOf(operator), caller.scopes);
    note.detail = `${await removePasskeys(transaction, params.id)} removed`;
  });
};
