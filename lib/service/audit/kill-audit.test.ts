import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts';
import { callService, insertKey, insertOperator } from '../testing/test-service.ts';
import { verifyAudit } from './verify.ts';

const fixture = started(createTestDatabase, 'drop');
const folder = temporaryFolder('kill-audit');
let running: ServiceProcess;
let key: string;
const password = 'a password of one person';

const start = () =>
  startServiceProcess({
    DATABASE_URL: fixture.url,
    TASKDECK_DATA: folder,
    TASKDECK_SERVICE_PORT: '0',
    TASKDECK_ADMIN_PASSWORD: 'correct horse battery',
    TASKDECK_NEEDS_APPROVAL: 'secrets',
  });
const call = (token: string, method: string, path: string, body?: object) =>
  callService(running.url, method, path, { token, ...(body && { body }) });

beforeAll(async () => {
  key = await insertKey(fixture.database, scopes);
  running = await start();
}, 30_000);
afterAll(async () => {
  await running.kill('SIGKILL');
});

async function signIn(email: string): Promise<string> {
  await insertOperator(fixture.database, { email, name: email, password, scopes });
  const { body } = await callService(running.url, 'POST', '/v1/sign-in', { body: { email, password } });
  return (body as { accessToken: string }).accessToken;
}

/** Kills the service while nothing can be added to the trail: between the answers of changes and their records. */
async function killedBeforeTheRecord(send: () => Promise<unknown>[], isDone: () => Promise<unknown>): Promise<void> {
  await fixture.owner.begin(async (transaction) => {
    await transaction`select from audit_chain for update`;
    // PostgreSQL adds this record also after the process died. Those that come meanwhile wait in the process.
    const first = call(key, 'PUT', '/v1/stores/kill/entries/refused', { unknown: 1 }).then(
      () => 'answered',
      () => 'not answered',
    );
    await expect.poll(isRecordSent, { timeout: 10_000 }).toBe(true);
    await Promise.all(send());
    expect(await isDone()).toEqual({ secret: true, operator: true, entry: true, lock: true });
    await running.kill('SIGKILL');
    expect(await first).toBe('not answered');
  });
}

async function isRecordSent(): Promise<boolean> {
  const waiting = await fixture.database`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

const lost = 'the service failed or ended before it was recorded';
const changes = ['AnswerApproval', 'CreateOperator', 'DeleteState', 'ReleaseLock', 'SetSecret'];
const recorded = () =>
  fixture.database<{ text: string }[]>`
    select concat_ws(' | ', operation, identity_name, target_id, outcome, status, detail) as text from audit_record
    where operation = any(${changes}) order by operation`.then((rows) => rows.map(({ text }) => text));

test('killed between a change and its audit record, the change has its record after the next start, once', async () => {
  const ada = await signIn('ada@example.com');
  const bea = await signIn('bea@example.com');
  const request = {
    operation: 'SetSecret',
    params: { name: 'PSP' },
    body: { value: 'x', hosts: ['api.example.com'] },
    reason: 'it leaked',
  };
  const asked = await call(ada, 'POST', '/v1/approvals', request);
  expect(asked.status, asked.text).toBe(201);
  const { id } = asked.body as { id: string };
  expect((await call(key, 'PUT', '/v1/stores/kill/entries/gone', { value: 1 })).status).toBe(201);
  expect((await call(ada, 'PUT', '/v1/locks/nightly', { ttlInMs: 3_600_000 })).status).toBe(201);

  await killedBeforeTheRecord(
    () => [
      call(bea, 'POST', `/v1/approvals/${id}/answer`, { isGranted: true }),
      call(key, 'POST', '/v1/operators', { email: 'eve@example.com', name: 'Eve', password, scopes: [] }),
      call(key, 'DELETE', '/v1/stores/kill/entries/gone'),
      call(key, 'DELETE', '/v1/locks/nightly?force=true'),
    ],
    async () => {
      const [row] = await fixture.database`
        select exists (select from secret) as secret, exists (select from operator where name = 'Eve') as operator,
          not exists (select from state_entry where id = 'gone') as entry,
          not exists (select from held_lock where name = 'nightly') as lock`;
      return row;
    },
  );

  await fixture.database`update service_process set last_seen_on = now() - interval '1 minute'`;
  await fixture.database`update pending_audit set pending_on = pending_on - interval '1 minute'`;
  running = await start();
  const done = `done on [^;]+; ${lost}; `;
  const line = (text: string) => expect.stringMatching(new RegExp(`^${text}$`));
  await expect
    .poll(recorded, { timeout: 20_000 })
    .toEqual([
      line(
        `AnswerApproval \\| bea@example.com \\| ${id} \\| succeeded \\| 200 \\| ${done}granted to ada@example.com.*`,
      ),
      line(`CreateOperator \\| test key \\| [0-9a-f-]+ \\| succeeded \\| 201 \\| ${done}eve@example.com with 0 scopes`),
      line(`DeleteState \\| test key \\| kill/gone \\| succeeded \\| 204 \\| .*${lost}.*`),
      line(`ReleaseLock \\| test key \\| nightly \\| succeeded \\| 204 \\| ${done}by force, of another holder`),
      line(
        `SetSecret \\| ada@example.com \\| PSP \\| succeeded \\| 20\\d \\| ${done}types .*; granted by bea@example.com \\(${id}\\)`,
      ),
    ]);
  expect(await fixture.database`select id from pending_audit`).toEqual([]);
  expect(await verifyAudit(fixture.owner)).toMatchObject({ problems: [] });
}, 90_000);

test('a record of a service that is seen stays pending, and one of a service that stands still is added', async () => {
  const { database } = fixture;
  const keep = (processId: string, minutesAgo: number, requestId: string) => database`
    insert into pending_audit (id, process_id, pending_on, record) values (gen_random_uuid(), ${processId},
      now() - make_interval(mins => ${minutesAgo}), ${JSON.stringify({
        identity: { kind: 'operator', id: 'a', name: 'ada' },
        operation: 'SetSecret',
        sourceAddress: '::1',
        requestId,
        outcome: 'succeeded',
        status: 200,
      })}::text::json)`;
  const seenId = async () => {
    const [seen] = await database<{ id: string }[]>`
      select id from service_process where last_seen_on > now() - interval '20 seconds'`;
    return seen?.id ?? '';
  };
  await expect.poll(seenId, { timeout: 15_000 }).not.toBe('');
  const own = await seenId();
  const gone = '00000000-0000-4000-8000-000000000000';
  await keep(own, 5, 'waits');
  await keep(own, 11, 'forgotten');
  await keep(gone, 0, 'young');
  await keep(gone, 5, 'ended');
  const left = async () =>
    (await database<{ id: string }[]>`select record ->> 'requestId' as id from pending_audit order by 1`).map(
      ({ id }) => id,
    );
  await expect.poll(left, { timeout: 20_000 }).toEqual(['waits', 'young']);
  const added = await database<{ id: string }[]>`
    select request_id as id from audit_record where request_id in ('waits', 'forgotten', 'young', 'ended') order by 1`;
  expect(added.map(({ id }) => id)).toEqual(['ended', 'forgotten']);
}, 40_000);
