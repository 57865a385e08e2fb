import { expect, test } from 'vitest';
import type { Database, Transaction } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { QueuedTasks } from './queued-tasks.ts';

const fixture = started(createTestDatabase, 'drop');

const refuse = (queued: number) => new Error(`${queued} are queued`);

function queue(owner: string, database: Database | Transaction = fixture.owner): Promise<unknown> {
  return database`
    with created as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      values (gen_random_uuid()::text, 'order', 'default', 0, ${owner}, ${owner}) returning key
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, owner)
    select key, 1, 'queued', 'create', ${owner}, 'order', 'default', 0, ${owner} from created`;
}

/** Creates a task of an owner who may have two queued ones. Resolves with `created` or why it was refused. */
const attempt = (tasks: QueuedTasks, owner: string, isReplay = false) =>
  tasks
    .create(owner, 2, {
      create: async () => {
        if (!isReplay) await queue(owner);
        return { isReplay };
      },
      refuse,
    })
    .then(
      () => 'created',
      (error: Error) => error.message,
    );

test('a task that is committed while it is counted is not counted twice', async () => {
  const tasks = new QueuedTasks(fixture.database);
  await fixture.owner.begin(async (locking) => {
    await locking`lock table active_run in access exclusive mode`; // the first count waits for the first task
    await queue('ada', locking);
    await tasks.create('ada', 2, { create: async () => ({ isReplay: false }), refuse });
  });
  expect(await attempt(tasks, 'ada')).toBe('created');
  expect(await attempt(tasks, 'ada')).toBe('2 are queued');
});

test('no more than the limit is created at once', async () => {
  const tasks = new QueuedTasks(fixture.database);
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(tasks, 'bob')));
  expect(answers.filter((answer) => answer === 'created')).toHaveLength(2);
});

test('a creation that fails or was answered before is not counted', async () => {
  const tasks = new QueuedTasks(fixture.database);
  for (let time = 0; time < 5; time += 1) expect(await attempt(tasks, 'cyd', true)).toBe('created');
  const failing = () => Promise.reject(new Error('the input is wrong'));
  for (let time = 0; time < 5; time += 1)
    await expect(tasks.create('cyd', 2, { create: failing, refuse })).rejects.toThrow('the input is wrong');
  expect(await attempt(tasks, 'cyd')).toBe('created');
  expect(await attempt(tasks, 'cyd')).toBe('created');
  expect(await attempt(tasks, 'cyd')).toBe('2 are queued');
});

test('what another process created is counted, and what a worker took is not', async () => {
  const tasks = new QueuedTasks(fixture.database);
  await queue('dan');
  await queue('dan');
  expect(await attempt(tasks, 'dan'), 'it does not know them yet').toBe('created');
  await expect.poll(() => attempt(tasks, 'dan')).toBe('2 are queued'); // when they have been counted
  await fixture.owner`delete from active_run where owner = 'dan'`;
  await expect.poll(() => attempt(tasks, 'dan'), { timeout: 10_000 }).toBe('created');
});
