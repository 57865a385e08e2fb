import { expect, test } from 'vitest';
import { bulkOperationInput, bulkTaskType } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { testWorker } from '../testing/claims-by-hand.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { bulkQueue, createBulkOperation } from './create-bulk-operation.ts';
import { readOperation } from './operation-row.ts';
import { takeTurn } from './take-turn.ts';

const fixture = started(startEngine, 'end');
const ended = 6_000;
const creator = { kind: 'operator', id: 'ada', name: 'ada', owner: 'operator:ada', scopes: [], sourceAddress: '' };

test('a stage is judged by all of its runs that have ended, also after a pause in which its time was over', async () => {
  const { database } = fixture;
  const input = bulkOperationInput.parse({ action: { kind: 'rerun' }, selection: { filter: {} }, stages: [ended] });
  await createBulkOperation(database, 'op', input, {
    ...creator,
    ...{ bounds: undefined, until: undefined, requestId: '' },
  });
  await database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 't-' || n, 'order', 'default', 0, 'ada', 'ada' from generate_series(1, ${ended}::integer) n returning key, id
    ), runs as (
      insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
      select key, 1, true, 'succeeded', 'create', 'ada', 1, now(), now() from made
    )
    insert into bulk_item (operation_key, position, task_id, task_key, status, run_count)
    select (select key from bulk_operation), row_number() over (), id, key, 'running', 1 from made`;
  await database`
    update bulk_operation set is_collected = true, total = ${ended + 1}, running = ${ended},
      stage_acted_on = now() - interval '2 hours'`;
  await database`update active_run set status = 'queued', due_on = null`; // it may begin in less than a millisecond
  const worker = await testWorker(database, [{ queue: bulkQueue, type: bulkTaskType }]);
  const { run_count: runCount } = await worker.claimOne();
  const turns: string[] = [];
  while (turns.length < 3) turns.push((await takeTurn(database, 'op', runCount, 10, async () => {})).kind);
  expect(turns).toEqual(['settled', 'next stage', 'ended']);
  expect(await readOperation(database, 'op')).toMatchObject({ running: 0, succeeded: ended, end_reason: null });
});
