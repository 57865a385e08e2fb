import { beforeAll, expect, test } from 'vitest';
import { TaskClient } from '#client';
import type { KeptData } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(() => startTestService({ retentionInDays: 100, auditRetentionInDays: undefined }), 'close');
let client: TaskClient;
beforeAll(async () => {
  client = new TaskClient(service.url, { key: service.allKey });
});

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

async function kept(kind: KeptData['kind']): Promise<KeptData> {
  const { value } = await client.getRetentionAsync();
  const found = value.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`${kind} is missing`);
  return found;
}
const previews = ({ previews: given }: KeptData) => given.map(({ days, count }) => [days, count]);

/** Creates a task that has ended days ago. */
async function endedTask(days: number, retention?: { maximumAgeInMs: number }): Promise<void> {
  const { id } = await client.createTaskAsync({ type: 'test.echo', ...(retention && { retention }) });
  await client.cancelTaskAsync(id);
  await service.database`
    update run set ended_on = ${daysAgo(days)} where task_key = (select key from task where id = ${id})`;
}

test('tasks: what the setting and other settings would remove, without those that have their own retention', async () => {
  await endedTask(8);
  await endedTask(101);
  await endedTask(400);
  await endedTask(500, { maximumAgeInMs: 600 * day });
  await endedTask(20, { maximumAgeInMs: 10 * day });
  const tasks = await kept('tasks');
  expect(tasks).toMatchObject({ setBy: 'environment', variable: 'TASKDECK_RETENTION_DAYS', days: 100 });
  expect(previews(tasks)).toEqual([
    [7, 3],
    [30, 2],
    [90, 2],
    [365, 1],
  ]);
  expect(tasks.due).toMatchObject({ count: 2, isCapped: false });
  expect(Math.abs(Date.parse(tasks.due?.oldestOn ?? '') - Date.now() + 400 * day)).toBeLessThan(3_600_000);
  expect(await kept('tasksWithRetention')).toMatchObject({ setBy: 'task', rows: 2, due: { count: 1 }, previews: [] });
});

test('versions: those that were replaced long ago, by default after 30 days', async () => {
  const state = client.getStateClient();
  for (const value of [1, 2, 3]) await state.saveStateAsync('notes', { id: 'a', value });
  await service.database`update state_version set superseded_on = ${daysAgo(31)} where version = 1`;
  const versions = await kept('versions');
  expect(versions).toMatchObject({ setBy: 'default', days: 30, due: { count: 1 } });
  expect(previews(versions)).toEqual([
    [7, 1],
    [30, 1],
    [90, 0],
    [365, 0],
  ]);
});

test('audit records: kept forever by default, with a preview all the same', async () => {
  await service.owner`update audit_record set occurred_on = ${daysAgo(40)} where id in (select id from audit_record order by id limit 2)`;
  const audit = await kept('audit');
  expect(audit.setBy).toBe('default');
  expect([audit.days, audit.due]).toEqual([undefined, undefined]);
  expect(previews(audit)).toEqual([
    [7, 2],
    [30, 2],
    [90, 0],
    [365, 0],
  ]);
  expect(Date.parse(audit.oldestOn ?? '')).toBeLessThan(daysAgo(39).getTime());
});

test('bulk operations: after a fixed time', async () => {
  const { id } = await client.createBulkOperationAsync({
    action: { kind: 'cancel' },
    selection: { ids: ['none'] },
    delayInMs: day,
  });
  await service.database`update bulk_operation set ended_on = ${daysAgo(91)} where id = ${id}`;
  expect(await kept('bulkOperations')).toMatchObject({ setBy: 'fixed', days: 90, due: { count: 1 } });
});

test('a count looks at 10,000 rows at most, and says so', async () => {
  await service.database`
    insert into state_access (task_key, run_count, sequence, store_key, id, access, occurred_on)
    select 1, 1, n, 1, 'x', 'read', now() - interval '31 days' from generate_series(1, 10001) n`;
  expect((await kept('stateAccess')).due).toMatchObject({ count: 10_000, isCapped: true });
});

test('needs deployment/read', async () => {
  const other = await service.key('workers/read');
  expect(await service.call('GET', '/v1/retention', { token: other })).toMatchObject({ status: 403 });
});
