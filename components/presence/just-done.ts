import type { BulkOperation } from '#contract';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
import type { RunView } from '@/components/run/run-view.ts';
import { formatRelative } from '@/components/ui/time-format.ts';

/** What was done within this time is said before somebody does it again. */
const momentMs = 5 * 60_000;

/** What a person did to the task a moment ago: `Rerun 40 s ago by ana@example.org`. */
export function justDone(
  run: Pick<RunView, 'isCurrent' | 'trigger' | 'triggeredBy' | 'queuedOn'>,
  now: number,
): string | undefined {
  const word = run.trigger === 'rerun' ? 'Rerun' : run.trigger === 'fork' ? 'Forked' : undefined;
  const on = Date.parse(run.queuedOn);
  if (word === undefined || !run.isCurrent || now - on > momentMs) return undefined;
  return `${word} ${formatRelative(new Date(on), now)} by ${run.triggeredBy}.`;
}

/** What was done a moment ago to tasks of the same error group: `Rerun 212 tasks 40 s ago by ana@example.org: running.` */
export function justDoneToGroup(
  operations: readonly BulkOperation[],
  group: string | undefined,
  now: number,
): string | undefined {
  const last = operations.find(({ selection }) => group !== undefined && selection.filter?.group === group);
  if (last === undefined || now - Date.parse(last.createdOn) > momentMs) return undefined;
  return `${bulkTitle(last)} ${formatRelative(new Date(last.createdOn), now)} by ${last.createdBy}: ${last.status}.`;
}
