import type { TaskRow } from '@/components/task/task-row.ts';
import type { ListPage } from '../list/page.ts';

/** More tasks than these are not selected at once. */
export const mostMatching = 10_000;

type Options = {
  read: (token: string | undefined) => Promise<ListPage<TaskRow>>;
  /** Called after each page with the number of tasks read so far. */
  onProgress: (count: number) => void;
};

/**
 * Reads all tasks that match a list's filter, also those that no page on the screen holds. `isCut`: there are more than
 * `mostMatching`.
 */
export async function readMatching({ read, onProgress }: Options): Promise<{ tasks: TaskRow[]; isCut: boolean }> {
  const tasks = new Map<string, TaskRow>();
  let token: string | undefined;
  do {
    const page = await read(token);
    for (const task of page.value) tasks.set(task.id, task);
    token = page.continuationToken;
    onProgress(Math.min(tasks.size, mostMatching));
  } while (token !== undefined && tasks.size < mostMatching);
  const isCut = token !== undefined || tasks.size > mostMatching;
  return { tasks: [...tasks.values()].slice(0, mostMatching), isCut };
}
