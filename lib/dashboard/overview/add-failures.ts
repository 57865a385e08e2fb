import type { TaskClient } from '#client';
import type { Statistics, WaitingFor } from '#contract';
import type { StuckGroup } from '@/components/overview/stuck-group.ts';
import { readPage } from '../list/page.ts';

/** Tasks that are read, of one group each. */
const maximumTasks = 100;

/** Adds to groups that back off what failed, as the service tells it of their oldest tasks. Without it is better than not at all. */
export async function addFailures(
  client: Pick<TaskClient, 'listTasksAsync'>,
  groups: Statistics['stuck'],
  abortSignal?: AbortSignal,
): Promise<StuckGroup[]> {
  const isNamed = ({ kind, otherReasons }: StuckGroup) => kind === 'backoff' && otherReasons === undefined;
  const id = groups
    .filter(isNamed)
    .slice(0, maximumTasks)
    .map(({ taskId }) => taskId);
  if (id.length === 0) return groups;
  const tasks = client.listTasksAsync({ id, includeInput: false, includeOutput: false, abortSignal });
  const page = await readPage(tasks, { maxPageSize: maximumTasks }).catch(() => ({ value: [] }));
  const reasons = new Map(page.value.map((task) => [task.id, task.waitingFor]));
  return groups.map((group) => {
    const failure = isNamed(group) ? wordsOf(group, reasons.get(group.taskId)) : undefined;
    return failure === undefined ? group : { ...group, failure };
  });
}

/** The message alone where the group is named by the error. A task that has moved on says nothing of the group. */
function wordsOf({ subject }: StuckGroup, reason: WaitingFor | undefined): string | undefined {
  const { kind, failure, step } = reason ?? {};
  if (kind !== 'backoff' || failure?.message === undefined || failure.message === '') return undefined;
  if (failure.name === subject) return failure.message;
  return step === subject ? `${failure.name}: ${failure.message}` : undefined;
}
