import { expect, test, vi } from 'vitest';
import type { BulkOperation, BulkPreview } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as Body; // the caller names what this operation answers
}

/** Makes an operation on no task that has ended, and resolves with its id. */
async function endedOperation(): Promise<string> {
  const body = { action: { kind: 'pause' }, selection: { ids: ['nobody'] } };
  const { id } = await call<BulkOperation>('POST', '/v1/bulk-operations', body);
  const read = () => call<BulkOperation>('GET', `/v1/bulk-operations/${id}`);
  await expect.poll(async () => (await read()).endedOn, { timeout: 20_000 }).toBeDefined();
  return id;
}

test('the preview counts up to 100,000 tasks, and says only of more that there are more', async () => {
  const id = await endedOperation();
  await service.database`
    insert into bulk_item (operation_key, position, task_id, status)
    select o.key, n, 'gone-' || n, 'failed' from bulk_operation o, generate_series(2, 100001) n where o.id = ${id}`;
  const preview = { action: { kind: 'rerun' }, selection: { operation: id } };
  const counted = () => call<BulkPreview>('POST', '/v1/bulk-previews', preview);
  expect(await counted()).toMatchObject({ total: 100_000, isCut: false });
  await service.database`
    insert into bulk_item (operation_key, position, task_id, status)
    select key, 100002, 'gone', 'failed' from bulk_operation where id = ${id}`;
  expect(await counted()).toMatchObject({ total: 100_000, isCut: true });
});

test('the preview ends after ten seconds, and says that there are more', async () => {
  const id = await endedOperation();
  await service.database`
    insert into bulk_item (operation_key, position, task_id, status)
    select o.key, n, 'gone-' || n, 'failed' from bulk_operation o, generate_series(2, 20002) n where o.id = ${id}`;
  const preview = { action: { kind: 'rerun' }, selection: { operation: id } };
  const counted = () => call<BulkPreview>('POST', '/v1/bulk-previews', preview);
  expect(await counted()).toMatchObject({ total: 20_001, isCut: false });
  let now = performance.now(); // the last test: callers whose clock goes back have no requests left
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10_000;
    return now;
  });
  const cut = await counted();
  vi.restoreAllMocks();
  expect(cut).toMatchObject({ total: 20_000, isCut: true });
});
