import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { endTask, startEngine } from '../testing/engine-fixture.ts';
import { previewSteps } from './preview-steps.ts';

const fixture = started(startEngine, 'end');

/** A failed task whose run has so many steps, of which the last one failed. */
async function failedTask(steps: number): Promise<number> {
  const { database } = fixture;
  const id = await fixture.create();
  await endTask(database, id, 'failed');
  const [task] = await database<{ key: number }[]>`select key from task where id = ${id}`;
  const key = task?.key ?? 0;
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on)
    select ${key}, 1, n, 'step ' || n % 2, 'step', (case n when ${steps} then 'failed' else 'succeeded' end)::step_status, now()
    from generate_series(1, ${steps}) n`;
  return key;
}

test('the time that it takes to count steps grows with their number, not with its square', async () => {
  const key = await failedTask(20_000);
  const half = { kept: 10_000, rerun: 0 };
  expect(await previewSteps(fixture.database, [key], { kind: 'fork' }, 2_000)).toEqual([
    { name: 'step 1', ...half },
    { name: 'step 0', kept: 9_999, rerun: 1 },
  ]);
  expect(await previewSteps(fixture.database, [key], { kind: 'rerun' }, 2_000)).toEqual([
    { name: 'step 1', kept: 0, rerun: 10_000 },
    { name: 'step 0', kept: 0, rerun: 10_000 },
  ]);
});

test('none are told when it takes too long to count them', async () => {
  expect(await previewSteps(fixture.database, [await failedTask(50_000)], { kind: 'fork' }, 1)).toEqual([]);
});
