import { groupFilter, isOfGroup, type StuckGroup } from '@/components/overview/stuck-group.ts';
import type { TaskOutcome } from '@/components/task/task-bulk.ts';
import { readMatching } from '../task/read-matching.ts';
import { fetchTaskPage } from '../task/task-page.ts';

const tasksPerCall = 25;

/** Helps all tasks that have a cause now, a few at a time. Returns how many were helped, and why the others were not. */
export async function helpGroup(
  group: StuckGroup,
  help: (ids: string[]) => Promise<readonly TaskOutcome[]>,
): Promise<{ done: number; failures: string[] }> {
  const asOf = new Date().toISOString();
  const state = { filter: groupFilter(group), sort: 'createdOn asc' as const };
  const read = (token: string | undefined) => fetchTaskPage(state, { token, asOf });
  const { tasks } = await readMatching({ read, onProgress: () => {} });
  const ids = tasks.filter((task) => isOfGroup(task, group)).map(({ id }) => id);
  const outcomes: TaskOutcome[] = [];
  for (let start = 0; start < ids.length; start += tasksPerCall)
    outcomes.push(...(await help(ids.slice(start, start + tasksPerCall))));
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [`${outcome.id}: ${outcome.detail}`]));
  return { done: outcomes.length - failures.length, failures };
}
