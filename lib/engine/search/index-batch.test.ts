import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { searchIndexer } from './index-batch.ts';

const fixture = started(startEngine, 'end');
/** The tasks that the search finds by the index, and those that it reads directly because they come after it. */
const searched = async () => {
  const rows = await fixture.database<{ name: string }[]>`
    select name from task where key in (select task_key from search_text where kind = 't')
      or key > (select task_key from search_progress) order by key`;
  return rows.map(({ name }) => name);
};

test('a task is found that is committed long after later ones', async () => {
  const { owner, create, database } = fixture;
  const index = searchIndexer(database);
  const looks = async (count: number) => {
    for (let look = 0; look < count; look += 1) {
      await index();
      await sleep(510);
    }
  };
  await owner.begin(async (slow) => {
    await slow`
      insert into task (id, type, queue, priority, name, created_on, created_by, modified_by)
      values ('late', 'order', 'default', 0, 'Invoice of Lovelace', now() - interval '1 minute', 'ada', 'ada')`;
    await create({ name: 'Invoice of Babbage' });
    await database`update task set created_on = now() - interval '1 minute'`;
    await looks(4);
    expect(await searched()).toEqual(['Invoice of Babbage']);
  });
  await looks(4);
  const [progress] = await database`select task_key = (select max(key) from task) as is_complete from search_progress`;
  expect(progress).toEqual({ is_complete: true });
  expect(await searched()).toEqual(['Invoice of Lovelace', 'Invoice of Babbage']);
});

test('a long transaction that creates no task holds up nothing', async () => {
  const { owner, create, database } = fixture;
  const index = searchIndexer(database);
  await owner.begin(async (other) => {
    await other`select pg_current_xact_id()`;
    await create({ name: 'Invoice of Hopper' });
    const isComplete = async () => {
      await index();
      const [row] = await database<{ is_complete: boolean }[]>`
        select task_key = (select max(key) from task) as is_complete from search_progress`;
      return row?.is_complete;
    };
    await expect.poll(isComplete, { interval: 510 }).toBe(true);
  });
});
