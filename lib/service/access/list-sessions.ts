import { z } from 'zod';
import type { OperatorSession } from '#contract';
import { decodePageToken, pageFrom } from '#database';
import { isReached } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { operatorOfSessions } from './operator-of-sessions.ts';

type Row = { bounds: string | null } & Omit<OperatorSession, 'operator' | 'isCurrent' | 'address' | 'device'> & {
    operatorId: string;
    email: string;
    address: string | null;
    device: string | null;
  };

/** Sorted by id. A caller that is no operator has none of its own. */
export const listSessions: Verb<'ListSessions'> = async ({ database }, call) => {
  const { query, caller } = call;
  const list = 'sessions';
  const after = decodePageToken(list, query.continuationToken, z.guid());
  const operatorId = operatorOfSessions(call, query.operatorId);
  const rows = await database<Row[]>`
    select session.id, operator_id as "operatorId", email, bounds, session.created_on as "createdOn",
      last_used_on as "lastUsedOn", least(expires_on, idle_until) as "expiresOn", address, device
    from session join operator on operator.id = operator_id
    where operator_id = ${operatorId ?? null}::uuid and revoked_on is null and least(expires_on, idle_until) > now()
      ${after === undefined ? database`` : database`and session.id > ${after}`}
    order by session.id limit ${query.maxPageSize + 1}`;
  const convert = ({ operatorId: id, email, bounds: _, address, device, ...same }: Row): OperatorSession => ({
    ...same,
    operator: { id, email },
    ...(address === null ? {} : { address }),
    ...(device === null ? {} : { device }),
    isCurrent: same.id === caller.sessionId,
  });
  const seen = operatorId === caller.id ? rows : rows.filter((row) => isReached(row, caller));
  return pageFrom(seen, { list, maxPageSize: query.maxPageSize, convert, position: (last) => last.id });
};
