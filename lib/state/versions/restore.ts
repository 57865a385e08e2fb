import { type StateResponse, type StateWriter, TaskdeckError } from '#contract';
import type { StateContext } from '../context.ts';
import type { EntryAddress } from '../state.ts';
import { storeForReading } from '../stores/store-for-reading.ts';
import { refusalError } from '../write/refusal.ts';
import { asVersion } from './from-version.ts';
import { readVersion } from './list-versions.ts';

/** See `State.restore`. */
export async function restore(
  { database, commit }: StateContext,
  { id, ...address }: EntryAddress,
  version: number,
  { ifMatch }: { ifMatch?: string | undefined },
  writer: StateWriter,
): Promise<StateResponse> {
  const store = await storeForReading(database, address);
  const row = await readVersion(database, store.key, id, version);
  if (row === undefined || row.value === null) {
    const what = row === undefined ? 'is not kept or has never been' : 'is its end: it has no value';
    throw new TaskdeckError('StateVersionNotFound', `version ${version} of "${id}" ${what}`);
  }
  const { outcomes, receipt } = await commit({
    address,
    change: 'restore',
    isAtomic: true,
    operations: [{ ...asVersion(row), ifMatch }],
    writer,
  });
  const error = refusalError(outcomes);
  if (error !== undefined) throw error;
  const [outcome] = outcomes;
  if (outcome?.kind !== 'saved') throw new Error(`a restore of ${id} was neither done nor refused`);
  return { ...outcome.state, ...(receipt !== undefined && { receipt }) };
}
