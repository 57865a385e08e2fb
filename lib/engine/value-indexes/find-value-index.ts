import { TaskdeckError } from '#contract';
import type { Database } from '#database';

/**
 * Returns the key of the entries of a ready index of the values at a path: the one of the only type that is listed, else
 * the one of all types. Throws `InvalidRequest` when there is none.
 */
export async function findValueIndex(
  database: Database,
  path: string,
  types: readonly string[] | undefined,
): Promise<number> {
  const type = onlyTypeOf(types) ?? null;
  const found = await database<{ key: number; status: string }[]>`
    select key, status from value_index where pointer = ${path} and (type is null or type = ${type})
    order by status = 'ready' desc, type is null`;
  const [index] = found;
  if (index?.status === 'ready') return index.key;
  const message =
    index === undefined
      ? `tasks cannot be sorted by "${path}", which has no index${type === null ? ' over tasks of every type' : ''}; POST /v1/value-indexes with {"path": "${path}"} asks for one and needs operators/manage`
      : `tasks cannot be sorted by "${path}" yet, as its index is being built; GET /v1/value-indexes shows its progress`;
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/orderBy', message }] });
}

/** The type of tasks that a filter lists, if it is one. */
export function onlyTypeOf(types: readonly string[] | undefined): string | undefined {
  const [only, ...others] = types ?? [];
  return others.length > 0 || only?.endsWith('*') ? undefined : only;
}
