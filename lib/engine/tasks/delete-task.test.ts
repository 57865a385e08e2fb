import { expect, test } from 'vitest';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');

test.each([
  ['without a condition is done', undefined],
  ['with a condition is refused', '*'],
])('the deletion of a task that somebody else deletes at the same time, %s', async (_, ifMatch) => {
  const id = await fixture.create();
  const second = await fixture.database.begin(async (transaction) => {
    await transaction`delete from task where id = ${id}`;
    const deleting = fixture.engine.deleteTask(id, { force: true, ifMatch }).catch((error: unknown) => error);
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    return { deleting };
  });
  if (ifMatch === undefined) expect(await second.deleting).toBe(false);
  else expect(await second.deleting).toMatchObject({ code: 'PreconditionFailed' });
});
