import 'server-only';
import type { Approval } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** Of the operator's own requests and of those of others, the newest are shown. */
const mostShown = 200;

/** Requests that the operator sees; `hasMore` where there are more than the page shows. */
export type Approvals = { value: Named<Approval>[]; hasMore: boolean };

/** Of the tasks that a request is for, so many are named. */
const mostNamed = 50;

/** The tasks that a request is about. Those of a deletion are named for who can answer it. */
function idsOf({ target, asked, mayAnswer }: Approval): readonly string[] {
  if (target !== undefined) return 'storeName' in target ? [] : [target.taskId];
  const { actsOn } = asked ?? {};
  return actsOn === undefined || actsOn.storeName !== undefined || !mayAnswer ? [] : actsOn.ids.slice(0, mostNamed);
}

/** Reads the operator's requests and those that the operator may answer, newest first. */
export async function readApprovals(reader: NameReader): Promise<Approvals> {
  const approvals = reader.client.listApprovalsAsync({ abortSignal: reader.signal });
  const { value, continuationToken } = await readPage(approvals, {
    maxPageSize: mostShown,
  });
  const named = await nameTasks(reader, value, idsOf);
  return { value: named, hasMore: continuationToken !== undefined };
}
