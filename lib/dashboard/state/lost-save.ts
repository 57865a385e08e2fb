import type { EntrySave } from '@/components/state/edit/entry-form.model.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { fetchRows } from './fetch-rows.ts';
import { ofStore } from './of-store.ts';

/** The problem of a save without an answer, when the entry is read afterwards and is what the save was to replace. */
export const nothingArrived: DashboardProblem = {
  code: 'NothingDone',
  detail: 'The connection was lost before the save arrived. It is back. Try again.',
};

/**
 * Returns whether an entry still is what a save was to replace; `undefined` where it cannot be read. Where it is not, the
 * same save under the same key does nothing more: it is answered with what it did, or with a conflict.
 */
export async function isStillToSave(storeName: string, { id, ifMatch }: EntrySave): Promise<boolean | undefined> {
  try {
    const [row] = await ofStore(fetchRows(storeName, [id]), []);
    return row?.etag === ifMatch;
  } catch {
    return undefined; // who asks asks again
  }
}
