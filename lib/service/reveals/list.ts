import { z } from 'zod';
import { type RevealTarget, TaskdeckError, timestampInput } from '#contract';
import { decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { type RevealRow, revealColumns, toReveal } from './row.ts';
import { isOf, requireReading, requireTargetInside } from './target.ts';

/** Newest first. */
export const listReveals: Verb<'ListReveals'> = async ({ database, engine }, call) => {
  const { query, caller } = call;
  const target = targetIn(query);
  requireReading(call, 'storeName' in target ? 'entry' : 'run');
  await requireTargetInside({ engine }, caller, target);
  const list = 'reveals';
  const after = decodePageToken(list, query.continuationToken, z.tuple([timestampInput, z.guid()]));
  const rows = await database<RevealRow[]>`
    select ${revealColumns(database, caller)} from reveal
    where ${isOf(database, target)}
      ${after === undefined ? database`` : database`and (created_on, id) < (${after[0]}::timestamptz, ${after[1]})`}
    order by created_on desc, id desc limit ${query.maxPageSize + 1}`;
  return pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: toReveal,
    position: ({ createdOn, id }) => [createdOn, id],
  });
};

type Given = {
  storeName?: string | undefined;
  entryId?: string | undefined;
  taskId?: string | undefined;
  runCount?: number | undefined;
};

function targetIn({ storeName, entryId, taskId, runCount }: Given): RevealTarget {
  const isEntry = storeName !== undefined && entryId !== undefined;
  const isRun = taskId !== undefined && runCount !== undefined;
  if (isEntry && taskId === undefined && runCount === undefined) return { storeName, id: entryId };
  if (isRun && storeName === undefined && entryId === undefined) return { taskId, runCount };
  throw new TaskdeckError('InvalidRequest', 'give storeName and entryId, or taskId and runCount');
}
