import type { EntryRow } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { idChunks } from '../query/id-chunks.ts';

/** Reads these entries as they are now; those that are gone are left out. */
export async function fetchRows(storeName: string, ids: readonly string[]): Promise<EntryRow[]> {
  const rows: EntryRow[] = [];
  for (const id of idChunks(ids))
    rows.push(...(await fetchJson<{ value: EntryRow[] }>(stateApi('rows', { store: storeName, id }))).value);
  return rows;
}
