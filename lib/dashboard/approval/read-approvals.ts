import 'server-only';
import type { Approval } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** Of the operator's own requests and of those of others, the newest are shown. */
const mostShown = 200;

/** Requests that the operator sees; `hasMore` where there are more than the page shows. */
export type Approvals = { value: Named<Approval>[]; hasMore: boolean };

/** Reads the operator's requests and those that the operator may answer, newest first. */
export async function readApprovals(reader: NameReader): Promise<Approvals> {
  const approvals = reader.client.listApprovalsAsync({ abortSignal: reader.signal });
  const { value, continuationToken } = await readPage(approvals, {
    maxPageSize: mostShown,
  });
  const named = await nameTasks(reader, value, ({ target }) =>
    target === undefined || 'storeName' in target ? [] : [target.taskId],
  );
  return { value: named, hasMore: continuationToken !== undefined };
}
