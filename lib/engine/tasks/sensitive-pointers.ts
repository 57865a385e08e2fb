import type { Database } from '#database';

/** Returns the sensitive pointers of tasks, with those of their types. Every existing id has an entry. */
export async function sensitivePointers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = await database<{ id: string; own: string[] | null; of_type: string[] | null }[]>`
    select t.id, t.sensitive as own, tt.sensitive as of_type
    from task t left join task_type tt on tt.type = t.type where t.id = any(${[...ids]}::text[])`;
  return new Map(rows.map((row) => [row.id, [...new Set([...(row.own ?? []), ...(row.of_type ?? [])])]]));
}
