import 'server-only';
import type { TaskClient } from '#client';
import type { Approval } from '#contract';
import { readPage } from '../list/page.ts';

/** Of the operator's own requests and of those of others, the newest are shown. */
const mostShown = 200;

/** Requests that the operator sees; `hasMore` where there are more than the page shows. */
export type Approvals = { value: Approval[]; hasMore: boolean };

/** Reads the operator's requests and those that the operator may answer, newest first. */
export async function readApprovals(client: TaskClient, abortSignal?: AbortSignal): Promise<Approvals> {
  const { value, continuationToken } = await readPage(client.listApprovalsAsync({ abortSignal }), {
    maxPageSize: mostShown,
  });
  return { value, hasMore: continuationToken !== undefined };
}
