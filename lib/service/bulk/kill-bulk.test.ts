import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts';
import { callService, insertKey, registerType } from '../testing/test-service.ts';

const tasks = 3_000;
const fixture = started(createTestDatabase, 'drop');
const folder = temporaryFolder('kill-bulk');
let running: ServiceProcess;
let token: string;

const start = () =>
  startServiceProcess({
    DATABASE_URL: fixture.url,
    TASKDECK_DATA: folder,
    TASKDECK_SERVICE_PORT: '0',
    TASKDECK_ADMIN_PASSWORD: 'correct horse battery',
  });

beforeAll(async () => {
  await registerType(fixture.database, 'test.echo');
  token = await insertKey(fixture.database, scopes);
  running = await start();
  await fixture.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 't-' || n, 'test.echo', 'default', 0, 'test', 'test' from generate_series(1, ${tasks}::integer) n
      returning key
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on)
    select key, 1, true, 'failed', 'create', 'test', 1, now() from made`;
}, 30_000);
afterAll(async () => {
  await running.kill('SIGKILL');
});

/** Lets the next start take over at once instead of after the lease. */
const expireLeases = () => fixture.database`update worker set expires_on = now() where not is_expired`;

/** Lets the heartbeats of the killed be late, while their leases last. */
const passHalfALease = () =>
  fixture.database`
    update worker set last_seen_on = now() - interval '20 s', expires_on = now() + interval '20 s' where not is_expired`;

test('killed again and again while it works, it acts on each task exactly once', async () => {
  const body = {
    action: { kind: 'rerun' },
    selection: { filter: { type: ['test.echo'] } },
    ...{ waitForEndInMs: 0, tasksPerSecond: 1_000 },
  };
  const made = await callService(running.url, 'POST', '/v1/bulk-operations', { token, body });
  const { id } = made.body as { id: string };
  const counts = async () => {
    const [row] = await fixture.database<{ total: number; succeeded: number; ended_on: string | null }[]>`
      select total, succeeded, ended_on from bulk_operation where id = ${id}`;
    return row ?? { total: 0, succeeded: 0, ended_on: null };
  };
  // What was done is counted by its effect: a note that is written later would be lost by the kill.
  const rerun = async () => {
    const [row] = await fixture.database<{ count: number }[]>`
      select count(*) as count from active_run where type = 'test.echo' and run_count = 2`;
    return row?.count ?? 0;
  };
  const read = () => callService(running.url, 'GET', `/v1/bulk-operations/${id}`, { token });
  for (const reached of [1, 600, 1_500]) {
    await expect.poll(rerun, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(reached);
    expect((await read()).body).not.toHaveProperty('silentSince');
    await running.kill('SIGKILL');
    await passHalfALease();
    expect((await counts()).ended_on).toBeNull();
    running = await start();
    const silent = { silentSince: expect.any(String), takenOverOn: expect.any(String) };
    expect((await read()).body).toMatchObject({ status: 'running', ...silent });
    await expireLeases();
  }
  await expect.poll(async () => (await counts()).ended_on, { timeout: 20_000 }).not.toBeNull();
  expect(await counts()).toMatchObject({ total: tasks, succeeded: tasks });
  const runs = await fixture.database<{ run_count: number; count: number }[]>`
    select run_count, count(*) as count from active_run where type = 'test.echo' group by run_count`;
  expect(runs).toEqual([{ run_count: 2, count: tasks }]);
  const [audited] = await fixture.database<{ records: number; tasks: number }[]>`
    select count(*) as records, count(distinct target_id) as tasks from audit_record where operation = 'RerunTask'`;
  expect(audited).toEqual({ records: tasks, tasks });
}, 90_000);
