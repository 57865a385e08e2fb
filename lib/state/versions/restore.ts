import { type StateResponse, type StateWriter, TaskdeckError } from '#contract';
import { inTransaction, RaceLostError } from '#database';
import type { StateContext } from '../context.ts';
import type { EntryAddress, RestoreOptions } from '../records.ts';
import { storeForReading } from '../stores/store-for-reading.ts';
import type { MutationOutcome, StateMutation } from '../write/mutation.ts';
import { refusalError } from '../write/refusal.ts';
import { asVersion } from './from-version.ts';
import { readVersion } from './list-versions.ts';
import { covered, readMarks } from './marks.ts';
import type { VersionRow } from './version-row.ts';

/** Makes an earlier version the current one. Throws `StateVersionNotFound`. */
export async function restore(
  context: StateContext,
  { id, ...address }: EntryAddress,
  version: number,
  { ifMatch, isNew = false, keepsMarks = false }: RestoreOptions,
  writer: StateWriter,
): Promise<StateResponse> {
  const store = await storeForReading(context.database, address);
  const row = await readVersion(context.database, store.key, id, version);
  if (row === undefined || row.value === null) {
    const what = row === undefined ? 'is not kept or has never been' : 'is its end: it has no value';
    throw new TaskdeckError('StateVersionNotFound', `version ${version} of "${id}" ${what}`);
  }
  const restoring = async (given: VersionRow): Promise<StateMutation> => ({
    address,
    change: 'restore',
    isAtomic: true,
    operations: [{ ...(await asVersion(given)), ifMatch, isNew }],
    writer,
    isUnseen: keepsMarks,
  });
  if (keepsMarks) return restoreMarked(context, store.key, row, restoring);
  return restoredBy(await context.commit(await restoring(row)));
}

/** Restores a version with the marks of the later ones. Begins again when the entry gets another one meanwhile. */
async function restoreMarked(
  { database, writing }: StateContext,
  storeKey: number,
  row: VersionRow,
  restoring: (marked: VersionRow) => Promise<StateMutation>,
): Promise<StateResponse> {
  return inTransaction(database, async (transaction) => {
    const marksNow = async () => (await readMarks(transaction, storeKey, [row.id]))(row.id, row.version);
    const kept = await marksNow();
    const prepared = await writing.prepare([await restoring(covered(row, () => kept))]);
    const [outcome] = await writing.write(transaction, prepared);
    const restored = restoredBy(outcome);
    if ((await marksNow()).some((pointer) => !kept.includes(pointer)))
      throw new RaceLostError(`"${row.id}" was marked by another writer at the same time`);
    return restored;
  });
}

function restoredBy(done: MutationOutcome | undefined): StateResponse {
  const error = refusalError(done?.outcomes ?? []);
  if (error !== undefined) throw error;
  const [outcome] = done?.outcomes ?? [];
  if (outcome?.kind !== 'saved') throw new Error('a restore was neither done nor refused');
  return { ...outcome.state, ...(done?.receipt !== undefined && { receipt: done.receipt }) };
}
