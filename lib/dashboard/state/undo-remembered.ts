'use client';
import { recentChange, rememberChange, updateChange } from '@/components/state/edit/recent-changes.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { answered } from '../problem/answered.ts';
import { withProof } from '../proof/with-proof.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { undoChange } from './actions.ts';

/** What came of an undo; `reason`: why it was not done. */
export type UndoOutcome = { isUndone: true } | { isUndone: false; reason: string };

/** What an undo asks of the service. */
export type UndoService = {
  undo: typeof undoChange;
  /** The entries of these ids as they are now, without those that are gone. */
  readRows(storeName: string, ids: readonly string[]): Promise<readonly EntryRow[]>;
};

const overHttp: UndoService = {
  undo: undoChange,
  async readRows(storeName, ids) {
    return (await fetchJson<{ value: EntryRow[] }>(stateApi('rows', { store: storeName, id: ids }))).value;
  },
};

/**
 * Takes back one of the recent changes and notes there what came of it. The undo is a change itself and stands among
 * them, to be taken back in its turn. All tries of it have one key: the answer of the first may have been lost.
 */
export async function undoRemembered(key: string, service: UndoService = overHttp): Promise<UndoOutcome> {
  const change = recentChange(key);
  if (change === undefined) return { isUndone: false, reason: 'It is no longer among the recent changes.' };
  if (change.state !== 'done') return { isUndone: false, reason: change.reason ?? 'It has already been undone.' };
  const { storeName, receipt, title, ids } = change;
  updateChange(key, { state: 'undoing' });
  const result = await answered(withProof(() => service.undo({ storeName, receipt, idempotencyKey: key })));
  if (result.ok) {
    updateChange(key, { state: 'undone' });
    const touched = [...result.value.restored.map(({ id }) => id), ...result.value.removed];
    if (result.value.receipt !== undefined) {
      rememberChange({ title: `Undone: ${title}`, storeName, ids: touched, receipt: result.value.receipt });
    }
    return { isUndone: true };
  }
  const isOutdated = result.problem.code === 'ReceiptOutdated';
  const reason = isOutdated ? await whoMoved(service, storeName, ids) : result.problem.detail;
  updateChange(key, { state: isOutdated ? 'impossible' : 'done', reason });
  return { isUndone: false, reason };
}

/** Who changed what a receipt covers, as far as that can be told. */
async function whoMoved(service: UndoService, storeName: string, ids: readonly string[]): Promise<string> {
  const rows = await service.readRows(storeName, ids).catch(() => undefined);
  if (rows === undefined) return 'Something that it touched has changed since.';
  const newest = rows.toSorted((one, other) => other.lastModifiedOn.localeCompare(one.lastModifiedOn))[0];
  if (newest === undefined) return 'Something that it touched was deleted since.';
  return `${newest.id} has changed since, last by ${newest.lastModifiedBy.name}.`;
}
