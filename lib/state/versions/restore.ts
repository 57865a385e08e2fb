import { type StateResponse, type StateWriter, TaskdeckError } from '#contract';
import { conditionAsRead, entityTag } from '#database';
import type { StateContext } from '../context.ts';
import type { EntryAddress, RestoreOptions } from '../records.ts';
import { storeForReading } from '../stores/store-for-reading.ts';
import type { UpsertOperation } from '../write/mutation.ts';
import { refusalError } from '../write/refusal.ts';
import { asVersion } from './from-version.ts';
import { readVersion } from './list-versions.ts';
import { covered, readMarks } from './marks.ts';
import type { VersionRow } from './version-row.ts';

/** Makes an earlier version the current one. Throws `StateVersionNotFound`. */
export async function restore(
  { database, commit }: StateContext,
  { id, ...address }: EntryAddress,
  version: number,
  { ifMatch, isNew = false, keepsMarks = false }: RestoreOptions,
  writer: StateWriter,
): Promise<StateResponse> {
  const store = await storeForReading(database, address);
  const row = await readVersion(database, store.key, id, version);
  if (row === undefined || row.value === null) {
    const what = row === undefined ? 'is not kept or has never been' : 'is its end: it has no value';
    throw new TaskdeckError('StateVersionNotFound', `version ${version} of "${id}" ${what}`);
  }
  const restored = keepsMarks
    ? await markedVersion(database, store.key, row, { ifMatch, isNew })
    : { ...(await asVersion(row)), ifMatch, isNew };
  const { outcomes, receipt } = await commit({
    address,
    change: 'restore',
    isAtomic: true,
    operations: [restored],
    writer,
    isUnseen: keepsMarks,
  });
  const error = refusalError(outcomes);
  if (error !== undefined) throw error;
  const [outcome] = outcomes;
  if (outcome?.kind !== 'saved') throw new Error(`a restore of ${id} was neither done nor refused`);
  return { ...outcome.state, ...(receipt !== undefined && { receipt }) };
}

/**
 * Returns a version with the marks of the later ones, on the condition that the entry gets no further version
 * meanwhile.
 */
async function markedVersion(
  database: StateContext['database'],
  storeKey: number,
  row: VersionRow,
  { ifMatch, isNew }: Required<Pick<RestoreOptions, 'isNew'>> & Pick<RestoreOptions, 'ifMatch'>,
): Promise<UpsertOperation> {
  const [current] = await database<{ change: number }[]>`
    select change from state_entry where store_key = ${storeKey} and id = ${row.id}`;
  const version = await asVersion(covered(row, await readMarks(database, storeKey, [row.id])));
  if (isNew) return { ...version, isNew };
  const condition = conditionAsRead(ifMatch, current && entityTag(current.change));
  return condition === undefined ? { ...version, isNew: true } : { ...version, ifMatch: condition };
}
