import type { StorePolicy } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import { type JsonSchema, jsonSchema } from '#schema';
import type { StoreAddress } from '../records.ts';

/** The parts of a store that a writer needs. */
export type KnownStore = {
  key: number;
  policyVersion: number;
  policy: StorePolicy;
  schema: JsonSchema | undefined;
};

/**
 * A cache of stores. A key never changes. A policy may change, also in another process, so `write_state` compares the
 * version of the policy under the locks, and the writer calls `reload` when it differs.
 */
export type Stores = {
  /** The store as it is in the cache. */
  known(address: StoreAddress): KnownStore | undefined;
  find(address: StoreAddress): Promise<KnownStore | undefined>;
  findOrMake(address: StoreAddress): Promise<KnownStore>;
  reload(database: Database | Transaction, address: StoreAddress): Promise<KnownStore | undefined>;
};

type Row = { key: number; policy_version: number; policy: string | null };

/** There may be many isolated namespaces. Above this number the cache starts again empty. */
const mostKnown = 10_000;

export function knownStores(database: Database): Stores {
  const known = new Map<string, KnownStore>();
  /** Stores that are being looked up to be written to. The first writes of many callers share one look-up. */
  const making = new Map<string, Promise<KnownStore>>();
  const nameOf = ({ namespace, storeName }: StoreAddress) => `${storeName} ${namespace}`;

  async function reload(sql: Database | Transaction, address: StoreAddress): Promise<KnownStore | undefined> {
    const [row] = await sql<Row[]>`
      select key, policy_version, policy from state_store
      where namespace = ${address.namespace} and name = ${address.storeName}`;
    if (row === undefined) return undefined;
    if (known.size >= mostKnown) known.clear();
    const store = knownStore(row);
    known.set(nameOf(address), store);
    return store;
  }

  const find = async (address: StoreAddress) => known.get(nameOf(address)) ?? (await reload(database, address));

  async function findOrInsert(address: StoreAddress): Promise<KnownStore> {
    const store = await reload(database, address);
    if (store !== undefined) return store;
    await database`insert into state_store (namespace, name) values (${address.namespace}, ${address.storeName})
      on conflict do nothing`;
    const made = await reload(database, address);
    if (made === undefined) throw new Error(`store ${address.storeName} was made and is not there`);
    return made;
  }

  return {
    known: (address) => known.get(nameOf(address)),
    reload,
    find,
    async findOrMake(address) {
      const name = nameOf(address);
      const store = known.get(name);
      if (store !== undefined) return store;
      const underWay = making.get(name) ?? findOrInsert(address).finally(() => making.delete(name));
      making.set(name, underWay);
      return underWay;
    },
  };
}

function knownStore(row: Row): KnownStore {
  const policy = row.policy === null ? {} : readStored<StorePolicy>(row.policy);
  return {
    key: row.key,
    policyVersion: row.policy_version,
    policy,
    schema: policy.schema && jsonSchema(policy.schema),
  };
}
