import { beforeAll, expect, test } from 'vitest';
import { migrate } from '#database';
import { createEmptyDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { installRelease, readReleases } from '../../database/testing/release.ts';

const old = started(createEmptyDatabase, 'drop');
beforeAll(async () => {
  const [release] = await readReleases();
  if (release !== undefined) await installRelease(old.database, release);
});

test('what keys had isolated goes to their owners at the upgrade', async () => {
  const { database } = old;
  const [ada] = await database<{ id: string }[]>`
    insert into operator (email, name, password_hash, scopes) values ('ada@example.com', 'Ada', '', '{}') returning id`;
  const add = async (name: string, createdBy: string) => {
    const [row] = await database<{ id: string }[]>`
      insert into api_key (name, key_hash, scopes, created_by)
      values (${name}, ${Buffer.from(name + createdBy)}, '{}', ${createdBy}) returning id`;
    return row?.id ?? '';
  };
  const [first, second] = [await add('first', 'ada@example.com'), await add('second', 'ada@example.com')];
  const [robot, twin] = [await add('robot', 'first'), await add('robot', 'gone@example.com')];
  for (const id of [first, second, robot, twin]) {
    await database`insert into state_store (namespace, name) values (${`apiKey:${id}`}, 'notes')`;
    await database`
      insert into held_lock (namespace, name, fencing_token, owner, identity)
      values (${`apiKey:${id}`}, 'door', nextval('lock_fence'), ${id}, ${`apiKey:${id}`})`;
  }
  await migrate(database);
  const stores = await database<{ namespace: string; name: string }[]>`
    select namespace, name from state_store where namespace <> '' order by key`;
  expect(stores).toEqual([
    { namespace: `operator:${ada?.id}`, name: 'notes' },
    { namespace: `operator:${ada?.id}`, name: `notes.${second}` },
    { namespace: `account:robot ${robot}`, name: 'notes' },
    { namespace: `account:robot ${twin}`, name: 'notes' },
  ]);
  const locks = await database<{ namespace: string; identity: string; owner: string }[]>`
    select namespace, identity, owner from held_lock where namespace <> '' order by fencing_token`;
  expect(locks.map(({ namespace }) => namespace)).toEqual([
    `operator:${ada?.id}`,
    `account:robot ${robot}`,
    `account:robot ${twin}`,
  ]);
  expect(locks.map(({ owner }) => owner)).toEqual([second, robot, twin]);
  expect(locks.every(({ namespace, identity }) => namespace === identity)).toBe(true);
  const owners = await database<{ name: string; owner: string }[]>`
    select name, coalesce(owner_id::text, service_account) as owner from api_key
    where id in ${database([first, robot])} order by name`;
  expect(owners).toEqual([
    { name: 'first', owner: ada?.id },
    { name: 'robot', owner: `robot ${robot}` },
  ]);
});
