import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';
import { connect } from './connect.ts';
import { applyMigrations, migrate } from './migrate.ts';
import { ownsTables, prepareRole, withRole } from './role-of-use.ts';

const fresh = started(createTestDatabase, 'drop');
beforeAll(async () => {
  await append('first');
});

const append = (operation: string) => fresh.database`
  select append_audit(array['apiKey'], array['1'], array['ci'], ${[operation]}::text[], array[null], array[null],
    array['::1'], array['r'], array['succeeded'], array[200], array[null])`;

const refused = /^(permission denied|must be owner|must be able to SET ROLE|query would be affected)/;

test.for<[string]>([
  [`update audit_record set outcome = 'refused'`],
  ['delete from audit_record'],
  ['truncate audit_record'],
  [
    `insert into audit_record (identity_kind, identity_id, identity_name, operation, source_address, request_id, outcome, status)
    values ('operator', '1', 'ada', 'SignIn', '::1', 'r', 'succeeded', 200)`,
  ],
  [`update audit_chain set last_hash = ''`],
  ['delete from audit_chain'],
  ['truncate audit_chain'],
  [`select nextval('audit_record_id_seq')`],
  ['alter sequence audit_record_id_seq restart'],
  ['alter table audit_record disable trigger all'],
  ['alter table task add column more text'],
  ['drop table step'],
  ['truncate task'],
  ['create table more (n int)'],
  ['create or replace function append_audit() returns void language sql as $$ select $$'],
  [`create or replace function audit_field(value text) returns text language sql immutable as $$ select '' $$`],
  ['create trigger more before update on task for each row execute function remove_task_tags()'],
  ['delete from migration'],
  [`insert into migration (name) values ('9999_future.sql')`],
  [`set session_replication_role = 'replica'`],
  ['select rolpassword from pg_authid'],
  ['select usename, passwd from pg_shadow'],
  [`select pg_read_file('postgresql.conf')`],
  [`copy (select 1) to program 'cat'`],
  ['create role more'],
  ['create database more'],
  ['set role postgres'],
])('the role of service and workers may not run %s', async ([statement]) => {
  const counts = () => fresh.owner`select (select count(*) from audit_record), (select count(*) from step)`;
  const before = await counts();
  await expect(fresh.database.unsafe(statement)).rejects.toThrow(refused);
  expect(await counts()).toEqual(before);
});

test('the owner may, so that the refusals are of the role', async () => {
  expect(await ownsTables(fresh.owner)).toBe(true);
  expect(await ownsTables(fresh.database)).toBe(false);
  await fresh.owner
    .begin(async (transaction) => {
      await transaction`truncate audit_record`;
      await transaction`alter table task add column more text`;
      throw new Error('rolled back');
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'));
});

test('a temporary table does not stand in for the chain of the audit trail', async () => {
  const session = await fresh.database.reserve();
  await session`create temporary table audit_chain as select * from audit_chain`;
  await session`update pg_temp.audit_chain set last_hash = ''`;
  await session`
    select append_audit(array['apiKey'], array['1'], array['ci'], array['second'], array[null], array[null],
      array['::1'], array['r'], array['succeeded'], array[200], array[null])`;
  await session`drop table pg_temp.audit_chain`;
  session.release();
  const [chain] = await fresh.database`
    select last_hash = (select hash from audit_record order by id desc limit 1) as "isWhole" from audit_chain`;
  expect(chain).toEqual({ isWhole: true });
});

test('another role may not write the trail until it is granted the use', async () => {
  const [role, password] = [`other_${crypto.randomUUID().replaceAll('-', '')}`, "it's \\ secret"];
  await fresh.owner.unsafe(`create role ${role} login`);
  await prepareRole(fresh.owner, role, password);
  const other = connect(withRole(fresh.url, role, password), { connections: 1 });
  expect(await other`select count(*)::int as count from audit_record`).toEqual([{ count: expect.any(Number) }]);
  await fresh.owner.unsafe(`drop owned by ${role}`);
  for (const statement of ['select from audit_record', `select remove_old_audit(0, 10)`])
    await expect(other.unsafe(statement)).rejects.toThrow(refused);
  await other.end();
  await fresh.owner.unsafe(`drop role ${role}`);
});

test('the role starts on a migrated database, and is told who migrates another', async () => {
  await migrate(fresh.database);
  const names = await fresh.database<{ name: string }[]>`select name from migration order by name`;
  const withMore = [...names.map(({ name }) => name), '0001_tasks.sql'];
  await fresh.owner`delete from migration where name = '0001_tasks.sql'`;
  await expect(applyMigrations(fresh.database, withMore)).rejects.toThrow(
    /may not apply the migrations 0001_tasks\.sql.*npm run migrate/,
  );
});
