import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { CrowdedCallers } from './crowded-callers.ts';

const fixture = started(createTestDatabase, 'drop');

/** Creates so many tasks of a caller. Resolves with which were crowded. */
async function create(crowded: CrowdedCallers, name: string, count: number): Promise<boolean[]> {
  const added = Array.from({ length: count }, () => crowded.add(name));
  for (const isCrowded of added) {
    const [row] = await fixture.database<{ key: number }[]>`
      with created as (
        insert into task (id, type, queue, priority, created_by, modified_by)
        values (gen_random_uuid()::text, 'order', 'default', 0, ${name}, ${name}) returning key
      )
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
      select key, 1, 'queued', 'create', ${name}, 'order', 'default', 0 from created returning task_key as key`;
    crowded.note(name, { key: row?.key ?? 0, isCrowded });
  }
  return added;
}

const claim = (count: number) => fixture.database`
  delete from active_run where task_key in (select task_key from active_run order by task_key limit ${count})`;

test('a caller is crowded from its share on, until none of its crowded tasks is queued', async () => {
  const crowded = new CrowdedCallers(fixture.database, 4);
  expect(await create(crowded, 'ada', 6)).toEqual([false, false, false, false, true, true]);
  expect(await create(crowded, 'bob', 1), 'each caller has a share').toEqual([false]);
  await claim(5);
  await expect.poll(async () => (await create(crowded, 'ada', 1))[0]).toBe(true);
  await claim(100);
  await expect.poll(() => crowded.add('ada'), { interval: 50 }).toBe(false);
});

test('of more callers than it remembers, it forgets the one that was seen first', () => {
  const crowded = new CrowdedCallers(fixture.database, 1);
  for (let at = 0; at < 1_001; at += 1) crowded.add(`caller ${at}`);
  expect(crowded.add('caller 999')).toBe(true);
  expect(crowded.add('caller 0')).toBe(false);
});
