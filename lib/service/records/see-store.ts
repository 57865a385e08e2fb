import type { Store } from '#contract';
import type { StoreRecord } from '#state';
import type { Viewer } from './see-task.ts';

/** A store as the caller may see it: its sizes tell the lengths of the sensitive values in it. */
export function seeStore(viewer: Viewer, { holdsSensitive, ...store }: StoreRecord): Store {
  if (!holdsSensitive || viewer.may('sensitive/read')) return store;
  const { valueBytes: _, blobBytes: __, ...seen } = store;
  return seen;
}
