import { expect, test } from 'vitest';
import { bulkOperationInput } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { createBulkOperation } from './create-bulk-operation.ts';
import { endAbandoned } from './end-abandoned.ts';

const fixture = started(startEngine, 'end');

test('an operation whose task was cancelled or deleted has ended, and one whose task goes on has not', async () => {
  const { database, engine } = fixture;
  const input = bulkOperationInput.parse({ action: { kind: 'rerun' }, selection: { filter: {} } });
  const ofAda = { kind: 'operator', id: 'ada', name: 'ada', owner: 'operator:ada', scopes: [], sourceAddress: '' };
  const creator = { ...ofAda, bounds: undefined, until: undefined, requestId: '' };
  for (const id of ['cancelled', 'deleted', 'active']) await createBulkOperation(database, id, input, creator);
  await engine.cancelTask('cancelled');
  await engine.deleteTask('deleted', { force: true });
  const shown = await engine.getBulkOperation('cancelled');
  expect(await endAbandoned(database)).toBe(2);
  expect(await endAbandoned(database)).toBe(0);
  const { endedOn } = await engine.getTask('cancelled');
  expect(await engine.getBulkOperation('cancelled')).toEqual({ ...shown, endedOn });
  expect(await engine.getBulkOperation('deleted')).toMatchObject({ status: 'stopped', endedOn: expect.any(String) });
  expect(await engine.getBulkOperation('active')).not.toHaveProperty('endedOn');
});
