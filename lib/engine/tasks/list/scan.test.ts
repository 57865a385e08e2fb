import { expect, test } from 'vitest';
import { started } from '../../../contract/testing/started.ts';
import { ada, config, listing, startEngine } from '../../testing/engine-fixture.ts';
import { conditionsOf } from './conditions.ts';
import { inOrder, type KeyRange, within } from './driver.ts';
import { deadlineOfNow, scan } from './scan.ts';
import { type Cursor, keySource } from './sources.ts';

const fixture = started(startEngine, 'end');

test('a look into a large input is given up when it takes far too long', async () => {
  const { database, engine } = fixture;
  await engine.createTask(config({ id: 'large' }), ada);
  await database`
    update task set input = ('["' || repeat('abc', 1300000) || '"]')::json where id = 'large'`;
  const conditions = conditionsOf(database, listing({ input: ['/x=1'] }));
  const keys = () => database`select key from task where id = 'large'`;
  const source = keySource(database, { keys }, true, { low: undefined, high: undefined });
  const wanted = { start: undefined, want: 1, deadline: 0 };
  await expect(scan(database, [source], conditions, wanted, { judgementMs: 1 })).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: 'these inputs are too large for this filter',
  });
  expect(await scan(database, [source], conditions, wanted)).toEqual({ found: [], next: undefined });
});

test('a look into many large inputs ends with its time, with what it found, and goes on from there', async () => {
  const { database, engine } = fixture;
  const ids = Array.from({ length: 30 }, (_, index) => `heavy${index}`);
  for (const id of ids) await engine.createTask(config({ id }), ada);
  await database`
    update task set input = ('{"x":' || right(id, 1) || ',"y":"' || repeat('abc', 100000) || '"}')::json
    where id = any(${ids})`;
  const conditions = conditionsOf(database, listing({ input: ['/x=7'] }));
  const keys = (range: KeyRange, limit: number) => database`
    select key from task where id = any(${ids}) ${within(database, 'key', range)} ${inOrder(database, 'key', range)}
    limit ${limit}`;
  const source = keySource(database, { keys }, true, { low: undefined, high: undefined });
  const found: number[] = [];
  let pages = 0;
  for (let start: Cursor | undefined; ; pages += 1) {
    const page = await scan(database, [source], conditions, { start, want: 50, deadline: deadlineOfNow(2) });
    found.push(...page.found.map(({ key }) => key));
    start = page.next;
    if (start === undefined) break;
  }
  const rows = await database`select id from task where key = any(${found}) order by key desc`;
  expect(rows.map(({ id }) => id)).toEqual(['heavy27', 'heavy17', 'heavy7']);
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThanOrEqual(30);
});
