import { z } from 'zod';
import type { AuditListFilter } from '#contract';
import { type Database, decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { type AuditRow, auditColumns, toRecord } from './row.ts';

/** Batches commit out of the order of their ids by less than this. The exact time is checked in addition. */
const disorder = 10_000;

/** Newest first, by id: the cost of a page does not depend on the length of the trail. */
export const listAudit: Verb<'ListAudit'> = async ({ database }, { query }) => {
  const list = 'audit';
  const rows = await selectAudit(database, query, decodePageToken(list, query.continuationToken, z.int()));
  return pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: toRecord,
    position: (last) => Number(last.id),
  });
};

function selectAudit(
  database: Database,
  filter: AuditListFilter,
  after: number | undefined,
): Promise<readonly AuditRow[]> {
  const all = database``;
  const { identity, operation, target, outcome, occurredAfter, occurredBefore } = filter;
  return database<AuditRow[]>`
    select ${auditColumns(database)}
    from audit_record
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
      }
    order by audit_record.id desc limit ${filter.maxPageSize + 1}`;
}
