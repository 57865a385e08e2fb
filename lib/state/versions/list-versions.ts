import { z } from 'zod';
import {
  limits,
  mapInTurns,
  type Page,
  type StateVersion,
  type StateVersionListFilter,
  TaskdeckError,
} from '#contract';
import { decodePageToken, encodePageToken } from '#database';
import type { StateContext } from '../context.ts';
import { noEntry } from '../entries/get.ts';
import type { EntryAddress } from '../records.ts';
import { storeForReading } from '../stores/store-for-reading.ts';
import { covered, readMarks } from './marks.ts';
import { endExpired, selectVersions, type VersionRow, versionRecord } from './version-row.ts';

/** Lists the kept versions of an entry, newest first. */
export async function listVersions(
  { database }: Pick<StateContext, 'database'>,
  address: EntryAddress,
  { maxPageSize, continuationToken, includeValue }: StateVersionListFilter,
): Promise<Page<StateVersion>> {
  const { id, storeName } = address;
  const store = await storeForReading(database, address);
  const identity = ['versions', store.key, id];
  const before = decodePageToken(identity, continuationToken, z.number().int());
  const read = () => database<(VersionRow & { total: number })[]>`
    select * from (
      select p.*, sum(p.value_bytes) over (rows unbounded preceding) as bytes, count(*) over () as total
      from (${selectVersions(database, store.key, id, {
        condition: before === undefined ? database`` : database`and e.version < ${before}`,
        limit: maxPageSize + 1,
        includeValue,
      })}) p
    ) bounded ${includeValue ? database`where bytes <= ${limits.statePageBytes}` : database``}`;
  let rows = await read();
  if (rows.some((row) => row.is_expired)) {
    await endExpired(database, store.key, id);
    rows = await read();
  }
  if (rows.length === 0 && before === undefined) throw noEntry(storeName, id);
  const marks = await readMarks(database, store.key, [id]);
  const shown = rows.slice(0, maxPageSize);
  const last = shown.at(-1);
  return {
    value: await mapInTurns(shown, (row) => versionRecord(covered(row, marks), store)),
    ...((rows[0]?.total ?? 0) > shown.length &&
      last !== undefined && { continuationToken: encodePageToken(identity, last.version) }),
  };
}

/** Returns one version with its value. Throws `StateVersionNotFound`. */
export async function getVersion(
  { database }: Pick<StateContext, 'database'>,
  address: EntryAddress,
  version: number,
): Promise<StateVersion> {
  const store = await storeForReading(database, address);
  const row = await readVersion(database, store.key, address.id, version);
  if (row === undefined)
    throw new TaskdeckError(
      'StateVersionNotFound',
      `version ${version} of "${address.id}" is not kept or has never been`,
    );
  return versionRecord(covered(row, await readMarks(database, store.key, [address.id])), store);
}

/** One version of an entry with its value. */
export async function readVersion(
  database: StateContext['database'],
  storeKey: number,
  id: string,
  version: number,
): Promise<VersionRow | undefined> {
  const read = async () => {
    const condition = database`and e.version = ${version}`;
    const [row] = await database<VersionRow[]>`
      ${selectVersions(database, storeKey, id, { condition, limit: 1, includeValue: true })}`;
    return row;
  };
  const row = await read();
  if (row?.is_expired !== true) return row;
  await endExpired(database, storeKey, id);
  return read();
}
