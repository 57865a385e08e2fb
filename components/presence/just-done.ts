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
