import { expect, test } from 'vitest';
import { connect } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { createState } from '../create-state.ts';
import { ada, newStore } from '../testing/state-fixture.ts';

const own = started(createTestDatabase, 'drop');

test('entries are found by their id, also by plans that were made while the tables were empty', async () => {
  const database = connect(own.url, { connections: 1 });
  const state = createState({ database });
  const address = newStore();
  const entries = (from: number, amount: number) =>
    Array.from({ length: amount }, (_, index) => ({ id: `order-${from + index}`, value: index }));
  for (let call = 0; call < 8; call++) await state.bulkSave(address, entries(call, 1), ada);
  for (let call = 0; call < 3; call++) await state.bulkSave(address, entries(call * 500, 1_000), ada);
  await database`select pg_stat_force_next_flush()`;
  const scans = await database<{ name: string; scans: number }[]>`
    select indexrelname as name, idx_scan as scans from pg_stat_user_indexes
    where relname = 'state_entry' and idx_scan > 0`;
  const [table] = await database<{ seq_tup_read: number }[]>`
    select seq_tup_read from pg_stat_user_tables where relname = 'state_entry'`;
  expect(scans.map(({ name }) => name)).toEqual(['state_entry_pkey']);
  expect(table?.seq_tup_read).toBe(0);
  await database.end();
});
