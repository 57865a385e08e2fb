import type { Transaction } from '#database';
import { inTransaction } from '#database';
import { isReached, refuseActingOnMore } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import type { Caller } from './caller.ts';
import { operatorOfSessions } from './operator-of-sessions.ts';
import { knownScopes, revokeSessionsOf } from './session.ts';

type Owned = { operatorId: string; email: string; scopes: string[]; bounds: string | null; device: string | null };

/** 204 whether or not there was one. Nobody ends the session of who may do more. */
export const endSession: Verb<'EndSession'> = async ({ database }, call) => {
  const [found] = await database<Owned[]>`
    select operator_id as "operatorId", email, scopes, bounds, device from session join operator on operator.id = operator_id
    where session.id = ${call.params.id}`;
  call.note.detail = 'there was none';
  if (found === undefined) return;
  const isOwn = operatorOfSessions(call, found.operatorId) === call.caller.id;
  if (!isOwn && !isReached(found, call.caller)) return;
  call.note.detail = found.device ?? 'of no named device';
  call.note.target = found.email;
  if (!isOwn) refuseActingOnMore(knownScopes(found.scopes), call.caller.scopes);
  await inTransaction(
    database,
    (transaction) =>
      transaction`update session set revoked_on = now() where id = ${call.params.id} and revoked_on is null`,
  );
};

/** The caller's own session stays. */
export const endSessions: Verb<'EndSessions'> = async ({ database }, call) => {
  const { caller, note, query } = call;
  const operatorId = operatorOfSessions(call, query.operatorId);
  if (operatorId === undefined) return;
  note.detail = '0 ended';
  await inTransaction(database, async (transaction) => {
    const name = operatorId === caller.id ? caller.name : await refuseMore(transaction, operatorId, caller);
    if (name === undefined) return;
    note.target = name;
    note.detail = `${await revokeSessionsOf(transaction, operatorId, caller.sessionId)} ended`;
  });
};

async function refuseMore(transaction: Transaction, id: string, caller: Caller): Promise<string | undefined> {
  const [row] = await transaction<{ email: string; scopes: string[]; bounds: string | null }[]>`
    select email, scopes, bounds from operator where id = ${id} for share`;
  if (row === undefined || !isReached(row, caller)) return undefined;
  refuseActingOnMore(knownScopes(row.scopes), caller.scopes);
  return row.email;
}
