import { TaskdeckError } from '#contract';
import {
  type OperatorRow,
  operatorColumns,
  refuseActingOnMore,
  refuseExpiringKey,
  scopesOf,
} from '../../operators/row.ts';
import type { Verb } from '../../verb.ts';

/** For an operator who has lost every passkey and code. Only who has the operator's scopes may. */
export const deletePasskeysOf: Verb<'DeletePasskeysOf'> = async ({ database }, { params, caller, note }) => {
  refuseExpiringKey(caller);
  await database.begin(async (transaction) => {
    const [operator] = await transaction<OperatorRow[]>`
      select ${operatorColumns(transaction)} from operator where id = ${params.id} for update`;
    if (operator === undefined) throw new TaskdeckError('OperatorNotFound', `there is no operator "${params.id}"`);
    refuseActingOnMore(scopesOf(operator), caller.scopes);
    const { count } = await transaction`delete from passkey where operator_id = ${params.id}`;
    await transaction`delete from recovery_code where operator_id = ${params.id}`;
    note.detail = `${count} removed`;
  });
};
