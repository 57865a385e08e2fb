import { expect, test } from 'vitest';
import { stateListQuery, stateVersionListQuery } from '#contract';
import type { Database } from '#database';
import { started } from '../../contract/testing/started.ts';
import { createState } from '../create-state.ts';
import type { StoreAddress } from '../records.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

/** The database, where `act` is done after each statement that reads a store and before what follows it. */
function interrupted(database: Database, act: () => Promise<unknown>): Database {
  return new Proxy(database, {
    apply(target, self, given) {
      const query = Reflect.apply(target, self, given);
      const [strings] = given;
      if (!Array.isArray(strings) || !/^\s*select key, sensitive from state_store/.test(strings.join(''))) return query;
      return query.then(async (rows: unknown) => {
        await act();
        return rows;
      });
    },
  });
}

type State = ReturnType<typeof createState>;
type Read = (state: State, store: StoreAddress) => Promise<{ value: object[] }>;

const listed: Read = (state, store) =>
  state.list(store, stateListQuery.parse({ delimiter: '/', includeValue: 'true' }));
const ofVersions: Read = (state, store) =>
  state.listVersions(entry(store, 'e'), stateVersionListQuery.parse({ includeValue: 'true' }));

test.each<[string, Read]>([
  ['several entries', (state, store) => state.bulkGet(store, { ids: ['e'] })],
  ['a folder', listed],
  ['versions', ofVersions],
  ['a version', async (state, store) => ({ value: [await state.getVersion(entry(store, 'e'), 2)] })],
])('a value that is saved after its store has marked it is read with the mark: %s', async (_, read) => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'e', value: { pin: 0 } }), ada);
  const slow = interrupted(database, async () => {
    await state.setPolicy(store, { sensitive: ['/pin'] });
    await state.save(store, input({ id: 'e', value: { pin: 4711 } }), ada);
  });
  const { value } = await read(createState({ database: slow }), store);
  expect(value[0]).toMatchObject({ value: { pin: 4711 }, sensitive: ['/pin'] });
});
