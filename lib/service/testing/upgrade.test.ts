import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { roles, type Scope, scopes } from '#contract';
import { type Database, migrate } from '#database';
import { createEmptyDatabase, type TestDatabase } from '#database/testing';
import { installRelease, readReleases } from '../../database/testing/release.ts';
import { type RunningService, startService } from '../start.ts';
import { callService, insertKey } from './test-service.ts';

const listed = z.object({ value: z.array(z.looseObject({})) });

const ownScopes: Scope[] = (roles.find(({ name }) => name === 'Operator')?.scopes ?? []).filter(
  (scope) => !['locks/delete', 'alerts/manage', 'sources/read'].includes(scope),
);
/** The roles with their scopes as they are now, and scopes that are no role's. */
const oldRoles = [...roles, { name: 'nobody', scopes: ownScopes }].map(({ name, scopes: expected }) => ({
  ...{ name: `the role ${name}`, expected },
}));

/** The scopes that a database of the release knows: its administrator has all of them. */
async function scopesOf(database: Database): Promise<string[]> {
  const [row] = await database<{ scopes: string[] }[]>`select scopes from operator where email = 'admin@localhost'`;
  return row?.scopes ?? [];
}

async function insertOperator(database: Database, name: string, given: readonly Scope[]): Promise<void> {
  await database`
    insert into operator (email, name, password_hash, scopes) values (${name}, ${name}, '', ${[...given]})`;
  await database`
    insert into api_key (name, key_hash, scopes, created_by) values (${name}, ${Buffer.from(name)}, ${[...given]}, 'x')`;
}

describe.each(await readReleases())('an upgraded database of $version', (release) => {
  let old: TestDatabase;
  let folder: string;
  let service: RunningService;
  let token: string;
  beforeAll(async () => {
    old = await createEmptyDatabase();
    await installRelease(old.database, release);
    const known = await scopesOf(old.database);
    for (const { name, expected } of oldRoles)
      await insertOperator(
        old.database,
        name,
        expected.filter((scope) => known.includes(scope)),
      );
    await migrate(old.database);
    folder = await mkdtemp(join(tmpdir(), 'taskdeck-upgrade-'));
    token = await insertKey(old.database, scopes);
    service = await startService({ database: old.database, port: 0, dataFolder: folder, logLevel: 'error' });
  });
  afterAll(async () => {
    await service.close();
    await old.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(oldRoles)('an operator with the scopes of $name has them as they are now', async ({ name, expected }) => {
    const held = await old.database<{ scopes: Scope[] }[]>`
      select scopes from operator where name = ${name} union all select scopes from api_key where name = ${name}`;
    expect(held.map((row) => row.scopes.toSorted())).toEqual([expected.toSorted(), expected.toSorted()]);
  });

  const list = async (path: string) => {
    const { status, text, body } = await callService(service.url, 'GET', path, { token });
    expect(status, `${path}: ${text}`).toBe(200);
    return listed.parse(body).value;
  };

  test.each([
    [
      '/v1/tasks?tag=customer=Ada&includeInput=true',
      { id: 'order-1', status: 'succeeded', name: 'The first order', input: { items: 3 } },
    ],
    ['/v1/tasks?status=waiting&type=order', { id: 'order-2', status: 'waiting' }],
    ['/v1/tasks?status=scheduled', { id: 'later', status: 'scheduled' }],
    ['/v1/tasks?search=the machine is broken', { id: 'faulty', status: 'failed', runCount: 2 }],
    ['/v1/tasks/faulty/history?includeInput=true', { runCount: 1, input: { run: 1 }, status: 'failed' }],
    ['/v1/tasks/order-1/history/1/steps', { name: 'count', output: 6, status: 'succeeded' }],
    ['/v1/tasks/order-1/history/1/logs', { message: 'started', fields: { items: 3 } }],
    ['/v1/tasks/order-1/events', { name: 'approval', data: { value: { isApproved: true } } }],
    ['/v1/event-waits', { taskId: 'order-2', eventName: 'approval' }],
    ['/v1/task-types', { type: 'order' }],
    ['/v1/stores/people/entries', { id: 'ada', version: 2 }],
    ['/v1/stores/people/entries', { id: 'picture', hasBlob: true }],
    ['/v1/stores/people/versions/ada', { version: 1 }],
    ['/v1/stores/orders/access/order-1', { taskId: 'order-1', access: 'write' }],
    ['/v1/secrets', { name: 'token' }],
    ['/v1/audit?operation=CreateTask', { outcome: 'succeeded', target: { kind: 'task', id: 'order-1' } }],
  ])('%s has what it had', async (path, record) => {
    expect(await list(path)).toContainEqual(expect.objectContaining(record));
  });

  test('takes new work', async () => {
    const made = await callService(service.url, 'POST', '/v1/tasks', { token, body: { id: 'new', type: 'order' } });
    expect(made.status, made.text).toBe(201);
    const body = { id: 'ada', value: { name: 'A. Lovelace' } };
    const saved = await callService(service.url, 'PUT', '/v1/stores/people/entries/ada', { token, body });
    expect(saved.body).toMatchObject({ version: 3 });
  });
});
