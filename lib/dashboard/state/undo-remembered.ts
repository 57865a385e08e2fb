'use client';
import { dropPart, recentChange, rememberChange, updateChange } from '@/components/state/edit/recent-changes.ts';
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
 * Takes back one of the recent changes, its last part first, and notes there what came of it. The undo is a change itself
 * and stands among them, to be taken back in its turn. All tries of a part have one key: the answer of the first may have
 * been lost. The first part that cannot be taken back ends it.
 */
export async function undoRemembered(key: string, service: UndoService = overHttp): Promise<UndoOutcome> {
  const change = recentChange(key);
  if (change === undefined) return { isUndone: false, reason: 'It is no longer among the recent changes.' };
  if (change.state !== 'done') return { isUndone: false, reason: change.reason ?? 'It has already been undone.' };
  const { storeName, title, ids, parts } = change;
  updateChange(key, { state: 'undoing' });
  const undone: { receipt: string; ids: string[] }[] = [];
  for (const [before, part] of parts.toReversed().entries()) {
    const { receipt } = part;
    const result = await answered(withProof(() => service.undo({ storeName, receipt, idempotencyKey: part.key })));
    if (!result.ok) {
      if (undone.length > 0) rememberChange({ title: `Undone in part: ${title}`, storeName, parts: undone });
      const isOutdated = result.problem.code === 'ReceiptOutdated';
      const why = isOutdated ? await whoMoved(service, storeName, ids) : result.problem.detail;
      const reason = before === 0 ? why : `${why} ${before} of ${parts.length} parts were undone before that.`;
      updateChange(key, { state: isOutdated ? 'impossible' : 'done', reason });
      return { isUndone: false, reason };
    }
    dropPart(key, part.key);
    const { restored, removed, receipt: back } = result.value;
    if (back !== undefined) undone.push({ receipt: back, ids: [...restored.map(({ id }) => id), ...removed] });
  }
  updateChange(key, { state: 'undone' });
  if (undone.length > 0) rememberChange({ title: `Undone: ${title}`, storeName, parts: undone });
  return { isUndone: true };
}

/** Who changed what a receipt covers, as far as that can be told. */
async function whoMoved(service: UndoService, storeName: string, ids: readonly string[]): Promise<string> {
  const rows = await service.readRows(storeName, ids).catch(() => undefined);
  if (rows === undefined) return 'Something that it touched has changed since.';
  const newest = rows.toSorted((one, other) => other.lastModifiedOn.localeCompare(one.lastModifiedOn))[0];
  if (newest === undefined) return 'Something that it touched was deleted since.';
  return `${newest.id} has changed since, last by ${newest.lastModifiedBy.name}.`;
}
