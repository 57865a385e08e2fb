import type { Database } from '#database';

/** What covers the values of a task: its sensitive pointers, with those of its type. */
export type CoveredTask = { pointers: readonly string[]; createdOn: string };

/** Returns what covers tasks. Every existing id has an entry. */
export async function coveredTasks(database: Database, ids: readonly string[]): Promise<Map<string, CoveredTask>> {
  const rows = await database<{ id: string; own: string[] | null; of_type: string[] | null; created_on: string }[]>`
    select t.id, t.sensitive as own, tt.sensitive as of_type, t.created_on
    from task t left join task_type tt on tt.type = t.type where t.id = any(${[...ids]}::text[])`;
  return new Map(
    rows.map((row) => [
      row.id,
      { pointers: [...new Set([...(row.own ?? []), ...(row.of_type ?? [])])], createdOn: row.created_on },
    ]),
  );
}

/** Returns the sensitive pointers of tasks, with those of their types. Every existing id has an entry. */
export async function sensitivePointers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const tasks = await coveredTasks(database, ids);
  return new Map([...tasks].map(([id, { pointers }]) => [id, pointers]));
}
