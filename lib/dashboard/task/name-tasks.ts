import 'server-only';
import type { TaskClient } from '#client';
import type { Named, TaskNames } from '@/components/task/task-names.ts';
import { taskName } from '@/components/task/task-row.ts';
import { readPage } from '../list/page.ts';

/** What reading names of tasks needs of the one who reads. */
export type NameReader = { client: TaskClient; scopes: readonly string[]; signal?: AbortSignal };

/** Ids that the list of tasks takes at once. */
const idsPerRead = 100;

/** Adds to each row the names of its tasks. Tasks that cannot be read, or are deleted, have none. */
export async function nameTasks<Row>(
  reader: NameReader,
  rows: readonly Row[],
  idsOf: (row: Row) => readonly (string | undefined)[],
): Promise<Named<Row>[]> {
  const idsOfRow = (row: Row) => idsOf(row).filter((id) => id !== undefined);
  const { client, scopes, signal } = reader;
  const names = scopes.includes('tasks/read') ? await readTaskNames(client, rows.flatMap(idsOfRow), signal) : new Map();
  return rows.map((row) => ({ ...row, taskNames: pick(names, idsOfRow(row)) }));
}

/** Reads the names of tasks by id, for an operator with `tasks/read`. None is better than a failure. */
export async function readTaskNames(
  client: TaskClient,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(wanted)];
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const id = ids.slice(from, from + idsPerRead);
    const tasks = client.listTasksAsync({ id, includeInput: false, includeOutput: false, abortSignal: signal });
    const page = await readPage(tasks, { maxPageSize: idsPerRead }).catch(() => ({ value: [] }));
    for (const task of page.value) names.set(task.id, taskName(task));
  }
  return names;
}

function pick(names: ReadonlyMap<string, string>, ids: readonly string[]): TaskNames {
  const found = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries(found);
}
