import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkMigrations } from './migrations.ts';

const migration = (name: string, text: string) => ({ path: `lib/database/migrations/${name}`, text });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const release = { version: '1.0.0', hashes: { '0001_a.sql': hashOf('a'), '0002_b.sql': hashOf('b') } };
const released = [migration('0001_a.sql', 'a'), migration('0002_b.sql', 'b')];

test('released migrations with new ones after them are fine', () => {
  expect(checkMigrations([...released, migration('0003_c.sql', 'c')], [release])).toEqual([]);
  expect(checkMigrations(released, [])).toEqual([]);
});

test('a released migration that has changed or is missing is a breach', () => {
  expect(checkMigrations([migration('0001_a.sql', 'a '), migration('0002_b.sql', 'b')], [release])).toEqual([
    '0001_a.sql: changed since release 1.0.0; write a new migration',
  ]);
  expect(checkMigrations([migration('0001_a.sql', 'a')], [release])).toEqual([
    '0002_b.sql: a migration of release 1.0.0 is missing',
  ]);
});

test('a new migration before a released one is a breach', () => {
  expect(checkMigrations([...released, migration('0001_z.sql', 'z')], [release])).toEqual([
    '0001_z.sql: must come after the migrations of release 1.0.0',
  ]);
});
