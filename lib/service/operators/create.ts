import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { grantedBounds } from '../access/bounds.ts';
import { hashedOutOfTurn } from '../access/hashed-out-of-turn.ts';
import { checkPassword } from '../access/password-policy.ts';
import type { Verb } from '../verb.ts';
import { type OperatorRow, operatorColumns, refuseExpiringKey, refuseGranting, scopesFrom, toOperator } from './row.ts';

export const createOperator: Verb<'CreateOperator'> = async ({ database }, call) => {
  const { body, note } = call;
  refuseExpiringKey(call.caller);
  if (body.password !== undefined) checkPassword(body.password, body, '/password');
  const scopes = scopesFrom(body.scopes);
  refuseGranting(scopes, call.caller.scopes);
  const passwordHash = body.password === undefined ? null : await hashedOutOfTurn(body.password, call);
  const { caller } = call; // its rights may have changed since
  refuseGranting(scopes, caller.scopes);
  const bounds = grantedBounds(body.bounds, caller.bounds);
  return inTransaction(database, async (transaction) => {
    const [row] = await transaction<OperatorRow[]>`
      insert into operator (email, name, password_hash, scopes, bounds, must_change_password)
      values (${body.email}, ${body.name}, ${passwordHash}, ${scopes},
        ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json, ${body.mustChangePassword ?? false})
      on conflict (email) do nothing
      returning ${operatorColumns(transaction)}`;
    if (row === undefined)
      throw new TaskdeckError('OperatorAlreadyExists', `there is an operator "${body.email}" already`);
    note.detail = `${body.email} with ${scopes.length} scopes`;
    return toOperator(row);
  });
};
