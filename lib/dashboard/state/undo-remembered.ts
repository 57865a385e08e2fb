'use client';
import { dropPart, recentChange, rememberChange, updateChange } from '@/components/state/edit/recent-changes.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { guardUnload } from '@/components/ui/use-unload-guard.ts';
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

/** The changes whose undo ends after its present part. */
const stopped = new Set<string>();

/** Ends the undo of a change after its present part. What is left can be undone later. */
export function stopUndo(key: string): void {
  stopped.add(key);
}

/**
 * Takes back one of the recent changes, its last part first, and notes there what came of it. The undo is a change itself
 * and stands among them, to be taken back in its turn. All tries of a part have one key: the answer of the first may have
 * been lost. The first part that cannot be taken back ends it. The browser asks before the page is closed meanwhile.
 */
export async function undoRemembered(key: string, service: UndoService = overHttp): Promise<UndoOutcome> {
  const endGuard = guardUnload();
  try {
    return await undoParts(key, service);
  } finally {
    stopped.delete(key);
    endGuard();
  }
}

async function undoParts(key: string, service: UndoService): Promise<UndoOutcome> {
  const change = recentChange(key);
  if (change === undefined) return { isUndone: false, reason: 'It is no longer among the recent changes.' };
  if (change.state !== 'done') return { isUndone: false, reason: change.reason ?? 'It has already been undone.' };
  const { storeName, title, ids, parts } = change;
  updateChange(key, { state: 'undoing', partCount: parts.length });
  const undone: { receipt: string; ids: string[] }[] = [];
  let count = 0;
  const end = (why: string, state: 'done' | 'impossible'): UndoOutcome => {
    if (undone.length > 0) rememberChange({ title: `Undone in part: ${title}`, storeName, parts: undone });
    const reason = count === 0 ? why : `${why} ${count} of ${parts.length} parts were undone before that.`;
    updateChange(key, { state, reason });
    return { isUndone: false, reason };
  };
  for (const part of parts.toReversed()) {
    if (stopped.has(key)) return end('It was stopped.', 'done');
    const { receipt } = part;
    const result = await answered(withProof(() => service.undo({ storeName, receipt, idempotencyKey: part.key })));
    if (!result.ok && result.problem.code === 'ReceiptOutdated')
      return end(await whoMoved(service, storeName, ids), 'impossible');
    if (!result.ok) return end(result.problem.detail, 'done');
    dropPart(key, part.key);
    count += 1;
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
