import { expect, test } from 'vitest';
import type { TaskError } from '#contract';
import { type Database, QueueFloor } from '#database';
import { started } from '../../contract/testing/started.ts';
import { ada, config, endTask, startEngine } from '../testing/engine-fixture.ts';
import { countFailures } from './count-failures.ts';
import { getErrorGroup } from './get-error-group.ts';

const fixture = started(startEngine, 'end');

async function fail(id: string, message: string, sensitive: string[] = []): Promise<void> {
  const error: TaskError = { name: 'Error', message, fingerprint: '2-same' };
  await fixture.engine.createTask(config({ id, ...(sensitive.length > 0 && { sensitive }) }), ada);
  await endTask(fixture.database, id, 'failed', error);
  await countFailures(fixture.database, new QueueFloor());
}

/** The database, where `act` is done once after the first statement that reads groups. */
function interrupted(database: Database, act: () => Promise<unknown>): Database {
  let isOver = false;
  return new Proxy(database, {
    apply(target, self, given) {
      const query = Reflect.apply(target, self, given);
      const [strings] = given;
      if (isOver || !Array.isArray(strings) || !strings.join('').includes('with g as materialized')) return query;
      isOver = true;
      return query.then(async (rows: unknown) => {
        await act();
        return rows;
      });
    },
  });
}

test('a group whose newest failure comes while it is read is sensitive when that failure is', async () => {
  await fail('open', 'no box');
  const slow = interrupted(fixture.database, () => fail('hidden', 'no box for 4711', ['/input/pin']));
  const group = await getErrorGroup(slow, '2-same', { windowInMs: 3_600_000 });
  expect(group).toMatchObject({ latest: { taskId: 'hidden' }, isSensitive: true });
});
