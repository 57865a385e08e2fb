import { z } from 'zod';
import {
  type JsonValue,
  type Page,
  parseStoredInTurns,
  type Store,
  type StoreIndex,
  type StoreListFilter,
  type StorePolicy,
} from '#contract';
import {
  boundedPageFrom,
  type Database,
  decodePageToken,
  entityTag,
  jsonBytes,
  matchingNames,
  readStored,
  withinPageBytes,
} from '#database';
import type { StoreAddress } from '../records.ts';
import { noStore } from './store-for-reading.ts';

/** A store, and whether it holds sensitive values: its sizes tell their lengths. */
export type StoreRecord = Store & { holdsSensitive: boolean };

type StoreRow = {
  holds_sensitive: boolean;
  name: string;
  policy: string | null;
  policy_version: number;
  entry_count: number;
  value_bytes: number;
  blob_bytes: number;
  created_on: string;
  modified_on: string | null;
  indexes: string | null;
};

/** Returns a store. Throws `StoreNotFound`. */
export async function getStore(database: Database, address: StoreAddress): Promise<StoreRecord> {
  const [row] = await database<StoreRow[]>`
    select ${storeColumns(database)} from state_store s
    where s.namespace = ${address.namespace} and s.name = ${address.storeName}`;
  if (row === undefined) throw noStore(address);
  return storeRecord(row);
}

/** Lists the stores of a namespace by name: those of `names`, which can be prefixes followed by `*`. */
export async function listStores(
  database: Database,
  namespace: string,
  { search, maxPageSize, continuationToken, names }: StoreListFilter & { names?: readonly string[] | undefined },
): Promise<Page<StoreRecord>> {
  const list = ['stores', namespace, search];
  const after = decodePageToken(list, continuationToken, z.string());
  // Names are lower-case ASCII, so `strpos` is enough for a search.
  const found = database`
    select ${storeColumns(database)}, ${jsonBytes(database, 'policy')} as page_bytes from state_store s
    where s.namespace = ${namespace}
      ${after === undefined ? database`` : database`and s.name > ${after}`}
      ${search === undefined ? database`` : database`and strpos(s.name, ${search.toLowerCase().replaceAll('\u0000', ' ')}) > 0`}
      ${names === undefined ? database`` : database`and ${matchingNames(database, database`s.name`, names)}`}
    order by s.name limit ${maxPageSize + 1}`;
  const rows = await database<(StoreRow & { page_total: number })[]>`${withinPageBytes(database, found)}`;
  return boundedPageFrom(rows, { list, maxPageSize, convert: storeRecord, position: (last) => last.name });
}

/** The columns of `state_store s`, with changes that are not folded into its counts yet. */
function storeColumns(database: Database) {
  const added = (column: string) =>
    database`coalesce((select sum(c.${database(column)}) from state_store_change c where c.store_key = s.key), 0)::bigint`;
  return database`s.name, s.policy, s.policy_version,
    s.sensitive is not null or exists (
      select from state_entry e where e.store_key = s.key and e.sensitive is not null
    ) as holds_sensitive,
    (select json_agg(json_build_object('path', x.pointer, 'isReady', x.ready_on is not null,
        'indexedCount', x.indexed_count) order by x.key)
      from state_index x where x.store_key = s.key and x.removed_on is null) as indexes,
    s.created_on, s.entry_count + ${added('entries')} as entry_count,
    s.value_bytes + ${added('value_bytes')} as value_bytes, s.blob_bytes + ${added('blob_bytes')} as blob_bytes,
    greatest(s.modified_on, (select max(c.occurred_on) from state_store_change c where c.store_key = s.key)) as modified_on`;
}

async function storeRecord(row: StoreRow): Promise<StoreRecord> {
  const policy = row.policy === null ? null : await parseStoredInTurns(row.policy);
  return {
    name: row.name,
    entryCount: row.entry_count,
    valueBytes: row.value_bytes,
    blobBytes: row.blob_bytes,
    createdOn: row.created_on,
    policyEtag: entityTag(row.policy_version),
    holdsSensitive: row.holds_sensitive,
    ...(row.modified_on !== null && { lastModifiedOn: row.modified_on }),
    ...(row.indexes !== null && { indexes: readStored<StoreIndex[]>(row.indexes) }),
    ...(policy !== null && { policy: trustPolicy(policy) }),
  };
}

/** A policy is stored as the contract took it. */
function trustPolicy(policy: JsonValue): StorePolicy {
  return policy as StorePolicy;
}
