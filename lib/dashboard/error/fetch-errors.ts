import type { ErrorGroup } from '#contract';
import type { ErrorRow } from '@/components/error/error-row.ts';
import { isProblemError } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { errorPath } from './error-queries.ts';

/** Reads a listed cause as it is now. */
export async function fetchErrorRow(row: ErrorRow): Promise<ErrorRow> {
  return (await fetchError(row.id)) ?? { ...row, isGone: true };
}

/** Reads these causes as they are now; those that are no longer there are left out. */
export async function fetchErrors(ids: readonly string[]): Promise<ErrorRow[]> {
  const found = await Promise.all(ids.map(fetchError));
  return found.filter((group) => group !== undefined);
}

async function fetchError(id: string): Promise<ErrorGroup | undefined> {
  try {
    return await fetchJson<ErrorGroup>(errorPath(id, '24h'));
  } catch (error) {
    if (isProblemError(error) && error.problem.code === 'ErrorGroupNotFound') return undefined;
    throw error;
  }
}
