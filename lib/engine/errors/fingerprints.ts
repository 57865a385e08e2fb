import type { Database, Fragment } from '#database';

/** Selects the fingerprints of the group with this id, or that has this fingerprint. A new failure has only its own. */
export function fingerprintsOfGroup(database: Database, id: string): Fragment {
  return database`
    select ${id}::text collate "C"
    union select fingerprint from error_fingerprint
    where group_id = (select group_id from error_fingerprint where fingerprint = ${id})`;
}

/** Returns the fingerprints of `fingerprintsOfGroup`. */
export async function readFingerprints(database: Database, id: string): Promise<string[]> {
  const rows = await database<{ fingerprint: string }[]>`
    select * from (${fingerprintsOfGroup(database, id)}) found (fingerprint) order by fingerprint`;
  return rows.map(({ fingerprint }) => fingerprint);
}
