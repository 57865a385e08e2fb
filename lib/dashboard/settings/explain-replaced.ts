import type { ApiKey } from '#contract';
import { formatMinute } from '@/components/ui/time-format.ts';
import type { DashboardProblem } from '../problem/problem.ts';

type Listed = Pick<ApiKey, 'id' | 'createdBy' | 'createdOn' | 'successorId'>;

/**
 * The problem of a rotation of the key `id` that somebody else has rotated, in words of who did that and when. The service
 * names the successor by its id, which the list of keys does not show. `readNow` finds a key in the list as it is now.
 */
export async function explainReplaced(
  problem: DashboardProblem | undefined,
  id: string,
  readNow: (isIt: (key: Listed) => boolean) => Promise<Listed | null | undefined>,
  timeZone: string,
): Promise<DashboardProblem | undefined> {
  if (problem?.code !== 'InvalidTransition') return problem;
  const replaced = await readNow((key) => key.id === id);
  if (!replaced?.successorId) return problem;
  const successor = await readNow((key) => key.id === replaced.successorId);
  if (!successor) return problem;
  const when = formatMinute(new Date(successor.createdOn), timeZone);
  const detail = `${successor.createdBy} rotated it already, at ${when}. The new key has the same name: use that one, or rotate it.`;
  return { ...problem, detail };
}
