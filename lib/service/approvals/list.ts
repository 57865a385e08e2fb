import { z } from 'zod';
import { mapInTurns, timestampInput } from '#contract';
import { boundedPageFrom, decodePageToken, jsonBytes, withinPageBytes } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { type ApprovalRow, approvalColumns, isReached, isTold, toApproval } from './row.ts';

type Measured = { page_total: number; page_bytes: number; bytes_so_far: number };

/**
 * Newest first. Requests of others are shown to who may grant requests and may read what they are about. With bounds, a
 * page can have fewer than asked for, and what they would do has at most `pageBytes` together.
 */
export const listApprovals: Verb<'ListApprovals'> = async ({ database }, call) => {
  const { query, caller, may } = call;
  const list = 'approvals';
  const after = decodePageToken(list, query.continuationToken, z.tuple([timestampInput, z.guid()]));
  const grants = may('approvals/grant');
  const isOthers = database`owner <> ${ownerOf(caller)} and ${isReached(database, caller.bounds)} and
    ((${grants && may('state/read')} and target ? 'storeName') or (${grants && may('tasks/read')} and target ? 'taskId')
      or (${grants} and target is null and needs <@ ${[...caller.scopes]}::text[]))`;
  const isOwn = database`owner = ${ownerOf(caller)}`;
  const isSeen =
    query.view === 'own' ? isOwn : query.view === 'others' ? isOthers : database`(${isOwn} or ${isOthers})`;
  const rows = await database<(ApprovalRow & Measured)[]>`${withinPageBytes(
    database,
    database`
      select ${approvalColumns(database, call)}, ${jsonBytes(database, 'shown')} as page_bytes from approval
      where ${isSeen} ${after === undefined ? database`` : database`and (asked_on, id) < (${after[0]}::timestamptz, ${after[1]})`}
      order by asked_on desc, id desc limit ${query.maxPageSize + 1}`,
  )}`;
  const page = await boundedPageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: ({ page_total: _, page_bytes: __, bytes_so_far: ___, ...row }): ApprovalRow => row,
    position: ({ askedOn, id }) => [askedOn, id],
  });
  const told = page.value.filter((row) => isTold(row, call));
  return { ...page, value: await mapInTurns(told, (row) => toApproval(row, call)) };
};
