import { TaskdeckError } from '#contract';
import { hashPassword } from '../access/password.ts';
import { checkPassword } from '../access/password-policy.ts';
import type { Verb } from '../verb.ts';
import { type OperatorRow, operatorColumns, refuseExpiringKey, refuseGranting, scopesFrom, toOperator } from './row.ts';

export const createOperator: Verb<'CreateOperator'> = async ({ database }, { body, caller, note }) => {
  refuseExpiringKey(caller);
  if (body.password !== undefined) checkPassword(body.password, body, '/password');
  const scopes = scopesFrom(body.scopes);
  refuseGranting(scopes, caller.scopes);
  const [row] = await database<OperatorRow[]>`
    insert into operator (email, name, password_hash, scopes, must_change_password)
    values (${body.email}, ${body.name}, ${body.password === undefined ? null : await hashPassword(body.password)}, ${scopes},
      ${body.mustChangePassword ?? false})
    on conflict (email) do nothing
    returning ${operatorColumns(database)}`;
  if (row === undefined)
    throw new TaskdeckError('OperatorAlreadyExists', `there is an operator "${body.email}" already`);
  note.detail = `${body.email} with ${scopes.length} scopes`;
  return toOperator(row);
};
