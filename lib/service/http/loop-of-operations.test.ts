import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { limits, type Operation, operations } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf } from '../../schema/testing/watch-loop.ts';
import { startTestService } from '../testing/test-service.ts';
import { largeBodies } from './testing/large-bodies.ts';
import { bytesOf, startOtherThread } from './testing/other-thread.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // large requests on a machine that may be busy

const KiB = 1024;
const dense = (bytes: number) => `[${'[[],{"a":0}],'.repeat(bytes / 13 - 1)}0]`;
const service = started(startTestService, 'close');
const caller = started(startOtherThread, 'end');
const ids = new Map<string, string>();

/** Large rows of every kind that an operation reads. */
beforeAll(async () => {
  const make = async (method: string, path: string, raw: string) => {
    const { status, body, text } = await service.call(method, path, { token: service.allKey, raw });
    expect(status, text).toBeLessThan(300);
    return (body as { id?: string } | undefined)?.id ?? '';
  };
  const value = dense(3_900 * KiB);
  await make('POST', '/v1/tasks', `{"type":"test.echo","id":"large","input":${value}}`);
  for (let count = 0; count < 8; count += 1)
    await make('POST', '/v1/tasks/large/events/e', `{"value":${dense(250 * KiB)}}`);
  const lines = Array.from({ length: 900 }, () => `{"message":"m","fields":{"f":${dense(5 * KiB)}}}`);
  await make('POST', '/v1/tasks/large/history/1/logs', `{"entries":[${lines.join()}]}`);
  await service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, n, 'step ' || n, 'step', 'succeeded', ${value}::text::json, now(), now()
    from task, generate_series(0, 2) n where id = 'large'`;
  for (const id of ['large', 'other']) await make('PUT', `/v1/stores/large/entries/${id}`, `{"value":${value}}`);
  const policy = `{"schema":{"enum":${dense(200 * KiB)}}}`;
  for (let count = 0; count < 12; count += 1) await make('PUT', `/v1/stores/large${count}/policy`, policy);
  for (let count = 0; count < 12; count += 1) {
    const asked = `{"operation":"SetStorePolicy","reason":"r","params":{"storeName":"asked"},"body":${policy}}`;
    await make('POST', '/v1/approvals', asked);
  }
  const settings = JSON.stringify(
    Object.fromEntries(['sort', 'columns', 'more'].map((name) => [name, 'x'.repeat(900)])),
  );
  for (let count = 0; count < limits.views; count += 1)
    await make('POST', '/v1/views', `{"list":"tasks","name":"v${count}","filter":"search","settings":${settings}}`);
  const chosen = Array.from({ length: limits.bulkOperationIds }, (_, at) => `${'an-id-of-a-task-'.repeat(7)}${at}`);
  const cancel = { action: { kind: 'cancel' }, selection: { ids: chosen }, delayInMs: 86_400_000 };
  ids.set('bulk-operations', await make('POST', '/v1/bulk-operations', JSON.stringify(cancel)));
});

const params: Readonly<Record<string, string>> = {
  ...{ runCount: '1', sequence: '0', version: '1', storeName: 'large', name: 'e', type: 'test.echo' },
  owner: 'account:nobody',
};

function pathOf({ path, method, query }: Operation): string {
  const [, , resource = ''] = path.split('/');
  const own = resource === 'tasks' || resource === 'stores' ? 'large' : (ids.get(resource) ?? crypto.randomUUID());
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? own);
  if (method !== 'GET' || query === undefined) return place;
  const known = Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {});
  const asked = known.flatMap((name) =>
    name === 'maxPageSize' ? ['maxPageSize=1000'] : name.startsWith('include') ? [`${name}=true`] : [],
  );
  return `${place}?${asked.join('&')}`;
}

function send(operation: Operation, body?: Uint8Array<ArrayBuffer>): Promise<number> {
  return caller.send({
    url: service.url + pathOf(operation),
    method: operation.method,
    headers: { authorization: `Bearer ${service.allKey}`, 'content-type': 'application/json' },
    ...(body && { body }),
    isCancelled: operation.mediaType === 'text/event-stream',
  });
}

const seen = new Set<string>();

test.each(Object.entries<Operation>(operations))('%s never holds the event loop', async (_, operation) => {
  const { body, scopes } = operation;
  const bodies: Iterable<[string, (() => string)?]> = body === undefined ? [['no body']] : largeBodies(body, seen);
  const held: string[] = [];
  for (const [what, text] of bodies) {
    const bytes = text && bytesOf(text().slice(0, scopes === 'anonymous' ? limits.anonymousBodyBytes : undefined));
    let status = 0;
    const longest = await longestTurnOf(async () => {
      status = await send(operation, bytes?.slice());
    });
    if (longest >= longestTurnInMs || status >= 500) held.push(`${what}: ${longest} ms, answered ${status}`);
  }
  expect(held).toEqual([]);
});
