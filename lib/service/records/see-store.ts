import type { Store } from '#contract';
import type { StoreRecord } from '#state';
import { type Guarded, reveal } from './guarded.ts';
import type { Viewer } from './see-task.ts';

/** A store as the caller may see it: its sizes tell the lengths of the sensitive values in it. */
export function seeStore(viewer: Viewer, guarded: Guarded<StoreRecord>): Store {
  const { holdsSensitive, ...store } = reveal<StoreRecord>(guarded);
  if (!holdsSensitive || viewer.may('sensitive/read')) return store;
  const { valueBytes: _, blobBytes: __, ...seen } = store;
  return seen;
}
