import { isEnded, stringifyJson } from '#contract';
import type { TaskView } from '@/components/run/run-view.ts';
import type { InputToCome } from '@/components/task/edit/edit-input.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { loadValue } from '../../run/load-value.ts';
import type { RunRead } from '../../run/read-run.ts';
import { runPaths } from '../../run/run-queries.ts';

/** Reads the input of a task's current run and the entity tag to change it with. */
export async function readInputToCome(taskId: string): Promise<InputToCome> {
  const { task, run } = await fetchJson<RunRead>(`${runPaths.task(taskId)}/run`);
  // read after the entity tag: a change in between is refused, and does not overwrite what was not seen
  const path = runPaths.value(taskId, task.runCount, 'input');
  const text = run.input === undefined ? '' : stringifyJson(await loadValue(path), 2);
  return { runCount: task.runCount, etag: task.etag, text, hasStarted: hasStarted(task) };
}

/** Whether the current run of a task has started, and so has read its input. */
export function hasStarted(task: Pick<TaskView, 'status' | 'startedOn'>): boolean {
  return isEnded(task.status) || task.startedOn !== undefined;
}
