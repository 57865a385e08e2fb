import { inTransaction, requireMatch } from '#database';
import { grantedBounds } from '../access/bounds.ts';
import { hashedOutOfTurn } from '../access/hashed-out-of-turn.ts';
import { lockManagers } from '../access/lock-managers.ts';
import { checkPassword } from '../access/password-policy.ts';
import { revokeSessionsOf } from '../access/session.ts';
import type { Verb } from '../verb.ts';
import {
  lockOperator,
  type OperatorRow,
  operatorColumns,
  refuseActingOnMore,
  refuseExpiringKey,
  refuseGranting,
  refuseProvider,
  requireManager,
  requireReached,
  scopesFrom,
  scopesOf,
  toOperator,
} from './row.ts';

/** A new password or being disabled ends the operator's sessions. Only who has the operator's scopes changes anything. */
export const updateOperator: Verb<'UpdateOperator'> = async (service, call) => {
  const { database, providers } = service;
  const { params, body, note, ifMatch } = call;
  note.detail = `changed ${Object.keys(body).join(', ') || 'nothing'}`;
  if (body.password !== undefined) refuseExpiringKey(call.caller);
  const passwordHash = body.password === undefined ? undefined : await hashedOutOfTurn(body.password, call);
  return inTransaction(database, async (transaction) => {
    const caller = await lockManagers(transaction, service, 'UpdateOperator', call.caller); // after the hashing
    const before = requireReached(await lockOperator(transaction, params.id), params.id, caller);
    requireMatch(ifMatch, before.version, `the operator ${before.email} was changed meanwhile`);
    if (body.password !== undefined)
      checkPassword(body.password, { email: before.email, name: body.name ?? before.name }, '/password');
    refuseActingOnMore(scopesOf(before), caller.scopes);
    refuseProvider(before, body, providers.get(before.provider ?? '')?.config.bounds !== undefined);
    const scopes = body.scopes === undefined ? undefined : scopesFrom(body.scopes);
    if (scopes !== undefined)
      refuseGranting(
        scopes.filter((scope) => !before.scopes.includes(scope)),
        caller.scopes,
      );
    const bounds = body.bounds === undefined ? undefined : grantedBounds(body.bounds, caller.bounds);
    const [row] = await transaction<OperatorRow[]>`
      update operator set
        name = coalesce(${body.name ?? null}, name),
        password_hash = coalesce(${passwordHash ?? null}, password_hash),
        scopes = coalesce(${scopes ?? null}::text[], scopes),
        bounds = case when ${body.bounds === undefined} then bounds
          else ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json end,
        must_change_password = coalesce(${body.mustChangePassword ?? null}, must_change_password and ${passwordHash === undefined}),
        is_disabled = coalesce(${body.isDisabled ?? null}, is_disabled)
      where id = ${params.id} returning ${operatorColumns(transaction)}`;
    if (row === undefined) throw new Error('a locked operator is gone');
    if (passwordHash !== undefined || row.isDisabled) {
      await revokeSessionsOf(transaction, params.id);
      await transaction`delete from invitation where operator_id = ${params.id}`;
    }
    if (isManager(before) && !isManager(row)) await requireManager(transaction);
    return toOperator(row);
  });
};

function isManager(row: OperatorRow): boolean {
  return !row.isDisabled && row.bounds === null && row.scopes.includes('operators/manage');
}
