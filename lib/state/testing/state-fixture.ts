import { type ParsedStateInput, type StateInput, type StateWriter, stateInput } from '#contract';
import type { Database } from '#database';
import { createTestDatabase } from '#database/testing';
import type { State } from '../create-state.ts';
import { createState } from '../create-state.ts';
import type { EntryAddress, StoreAddress } from '../records.ts';

export const ada: StateWriter = { kind: 'operator', id: 'op1', name: 'ada@example.org' };

/** State over a new database. `owner` may change its tables. */
export type StateFixture = { state: State; database: Database; owner: Database; end(): Promise<void> };

export async function startState(): Promise<StateFixture> {
  const { database, owner, drop } = await createTestDatabase();
  return { state: createState({ database }), database, owner, end: drop };
}

/** A shared store with a new name. */
export function newStore(): StoreAddress {
  stores += 1;
  return { namespace: '', storeName: `store-${stores}` };
}
let stores = 0;

export function entry(store: StoreAddress, id: string): EntryAddress {
  return { ...store, id };
}

/** An input as the service passes it on: parsed. */
export function input(given: StateInput): ParsedStateInput {
  return stateInput.parse(given);
}
