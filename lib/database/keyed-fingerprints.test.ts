import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#database/testing';
import { migrate } from './migrate.ts';
import { installRelease, readReleases } from './testing/release.ts';

test('fingerprints from before there was a key become those that the same failures have now, everywhere', async () => {
  const [release] = await readReleases();
  if (release === undefined) throw new Error('there is no release');
  const old = await createEmptyDatabase();
  try {
    const { database } = old;
    await installRelease(database, release);
    await database`
      update run set fingerprint = '2-' || fingerprint,
        error = replace(error::text, '"' || fingerprint || '"', '"2-' || fingerprint || '"')::json
      where fingerprint is not null and run_count = 2`;
    const before = await database<{ fingerprint: string; key: number; count: number }[]>`
      select fingerprint, task_key as key, run_count as count from run where fingerprint is not null`;
    expect(before.length).toBeGreaterThan(0);
    await migrate(database);
    const [secret] = await database<{ key: Buffer }[]>`select key from fingerprint_key`;
    const keyed = (text: string) => {
      const hash = createHmac('sha256', secret?.key ?? '')
        .update(text)
        .digest('hex')
        .slice(0, 16);
      return text.startsWith('2-') ? `3-${hash}` : `1-${hash}`;
    };
    for (const { fingerprint, key, count } of before) {
      const [after] = await database<{ fingerprint: string; told: string; is_counted: boolean }[]>`
        select fingerprint, error ->> 'fingerprint' as told,
          exists (select from failure f where f.fingerprint = run.fingerprint) as is_counted
        from run where task_key = ${key} and run_count = ${count}`;
      expect(after).toEqual({ fingerprint: keyed(fingerprint), told: keyed(fingerprint), is_counted: true });
    }
    const tables = await database<{ name: string; column: string }[]>`
      select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'json', 'jsonb') and table_name not like 'audit%'`;
    for (const { name, column } of tables) {
      const left = await database`
        select from ${database(name)} where ${database(column)}::text like any(${before.map(({ fingerprint }) => `%${fingerprint}%`)}::text[])`;
      expect([name, column, left.count]).toEqual([name, column, 0]);
    }
  } finally {
    await old.drop();
  }
});
