import { z } from 'zod';
import type { AuditListFilter } from '#contract';
import { type Database, decodePageToken, encodePageToken, type Fragment, pageFrom, type Transaction } from '#database';
import type { Caller } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { untilFollowed } from './pending.ts';
import { type AuditRow, auditColumns, toRecord } from './row.ts';
import { isOwn, seenWithin, seeRecord } from './within-bounds.ts';

/** Batches commit out of the order of their ids by less than this. The exact time is checked in addition. */
const disorder = 10_000;

/** The records among which those that a caller with bounds may see are searched for one page. */
const mostLookedAt = 20_000;

/**
 * Newest first, by id: the cost of a page does not depend on the length of the trail. With bounds, a page can have fewer
 * records than asked for, or none, and name a next one.
 */
export const listAudit: Verb<'ListAudit'> = async (service, { query, caller }) => {
  const { database } = service;
  if (query.continuationToken === undefined) await untilFollowed(service);
  const list = 'audit';
  const { maxPageSize } = query;
  const after = decodePageToken(list, query.continuationToken, z.int());
  const { rows, lookedTo } =
    caller.bounds === undefined
      ? { rows: await selectSeen(database, selectMatching(database, query, after), caller, maxPageSize + 1) }
      : await lookWithin(database, query, after, caller);
  const convert = (row: AuditRow) => seeRecord(toRecord(row), isOwn(caller, row), caller.bounds);
  const page = await pageFrom(rows, { list, maxPageSize, convert, position: (last) => Number(last.id) });
  if (page.continuationToken !== undefined || lookedTo === undefined) return page;
  return { ...page, continuationToken: encodePageToken(list, lookedTo) };
};

type Looked = { rows: readonly AuditRow[]; lookedTo?: number | undefined };
type Looker = Pick<Caller, 'kind' | 'id' | 'bounds'>;

/**
 * `lookedTo`: the last record that was looked at, where there are more. Both are read of the same moment: with records that
 * come in between, the next page would begin with some of this one.
 */
export function lookWithin(
  database: Database,
  query: AuditListFilter & { maxPageSize: number },
  after: number | undefined,
  caller: Looker,
): Promise<Looked> {
  return database.begin('isolation level repeatable read read only', async (transaction) => {
    const matching = selectMatching(transaction, query, after);
    const rows = await selectSeen(transaction, matching, caller, query.maxPageSize + 1);
    if (rows.length > query.maxPageSize) return { rows };
    const [last] = await transaction<{ id: number }[]>`
      select id::float8 as id from (${matching}) m order by m.id desc offset ${mostLookedAt - 1} limit 1`;
    return { rows, lookedTo: last?.id };
  });
}

function selectSeen(
  database: Database | Transaction,
  matching: Fragment,
  caller: Looker,
  most: number,
): Promise<readonly AuditRow[]> {
  const looked =
    caller.bounds === undefined
      ? matching
      : database`select * from (${matching}) m order by m.id desc limit ${mostLookedAt}`;
  return database<AuditRow[]>`
    select ${auditColumns(database)} from (${looked}) audit_record where true ${seenWithin(database, caller)}
    order by audit_record.id desc limit ${most}`;
}

function selectMatching(
  database: Database | Transaction,
  filter: AuditListFilter,
  after: number | undefined,
): Fragment {
  const all = database``;
  const { identity, operation, target, outcome, occurredAfter, occurredBefore } = filter;
  return database`
    select * from audit_record
    where true
      ${after === undefined ? all : database`and id < ${after}`}
      ${identity === undefined ? all : database`and (identity_id = ${identity} or identity_name = ${identity})`}
      ${operation === undefined ? all : database`and operation = ${operation}`}
      ${target === undefined ? all : database`and target_id = ${target}`}
      ${outcome === undefined ? all : database`and outcome = ${outcome}`}
      ${
        occurredAfter === undefined
          ? all
          : database`and occurred_on >= ${occurredAfter}::timestamptz and id >= coalesce((select id from audit_record
              where occurred_on >= ${occurredAfter}::timestamptz order by occurred_on limit 1), 0) - ${disorder}`
      }
      ${
        occurredBefore === undefined
          ? all
          : database`and occurred_on < ${occurredBefore}::timestamptz and id <= coalesce((select id from audit_record
              where occurred_on < ${occurredBefore}::timestamptz order by occurred_on desc limit 1), 0) + ${disorder}`
      }`;
}
