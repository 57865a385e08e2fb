import { beforeAll, expect, test, vi } from 'vitest';
import { limits, redactedMarker } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf, maximumRuns } from '../../schema/testing/watch-loop.ts';
import { startTestService } from '../testing/test-service.ts';
import { bytesOf, startOtherThread } from './testing/other-thread.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // large requests on a machine that may be busy

const MiB = 1024 * 1024;
const KiB = 1024;

/** JSON of this many bytes with many parts. */
const dense = (bytes: number) => `[${'[[],{"a":0}],'.repeat(bytes / 13 - 1)}0]`;
/** An object with this many names. */
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"n${at + 1e6}":"${'text '.repeat(4)}${at}"`).join()}}`;
/** As many pointers to members of such an object as there may be. */
const pointers = (root: string) =>
  JSON.stringify(Array.from({ length: limits.sensitivePointers }, (_, at) => `${root}/n${at * 700 + 1e6}`));
const entries = (count: number, value: string) =>
  `[${Array.from({ length: count }, (_, at) => `{"id":"e${at}","value":${value}}`).join()}]`;
/** A list of more items than any list of the interface may have. */
const many = (item: string) => `[${`${item},`.repeat(limits.jsonValues - 100)}0]`;

/** JSON of numbers, each of which keeps its digits. */
const numbers = () => `[${'1.10,'.repeat(700_000)}${++made}]`;

const service = started(startTestService, 'close');
const caller = started(startOtherThread, 'end');
let reader: string;
let made = 0;
beforeAll(async () => {
  reader = await service.key('tasks/read', 'state/read');
  const put = async (method: string, path: string, raw: string) => {
    const { status } = await service.call(method, path, { token: service.allKey, raw });
    expect(status).toBeLessThan(300);
  };
  await put('POST', '/v1/tasks', '{"type":"test.echo","id":"task"}');
  await put('POST', '/v1/tasks', `{"type":"test.echo","id":"dense","input":${dense(3.9 * MiB)}}`);
  await put('PUT', '/v1/secrets/LOOP', '{"value":"of the loop"}');
  await put('PUT', '/v1/stores/loop/entries/dense', `{"value":${dense(3.9 * MiB)}}`);
  await put('PUT', '/v1/stores/loop/entries/names', `{"value":${names(limits.namesPerObject)}}`);
  await put(
    'POST',
    '/v1/tasks',
    `{"type":"test.echo","id":"marked","sensitive":["/input/5"],"input":${dense(3.9 * MiB)}}`,
  );
  await put(
    'POST',
    '/v1/tasks',
    `{"type":"test.echo","id":"wide","sensitive":${pointers('/input')},"input":${names(limits.namesPerObject)}}`,
  );
  await put(
    'POST',
    '/v1/tasks',
    `{"type":"test.echo","id":"kept","sensitive":["/input/5"],"input":${dense(3.9 * MiB)}}`,
  );
  await put(
    'PUT',
    '/v1/stores/loop/entries/marked',
    `{"sensitive":${pointers('')},"value":${names(limits.namesPerObject)}}`,
  );
  for (const id of hidden)
    await put('PUT', `/v1/stores/hidden/entries/${id}`, `{"sensitive":["/a"],"value":{"a":${dense(3.9 * MiB)}}}`);
  await put('PUT', '/v1/stores/loop/entries/numbers', `{"value":${numbers()}}`);
  for (let count = 0; count < 8; count += 1)
    await put('POST', '/v1/tasks/task/events/e', `{"value":${dense(250 * KiB)}}`);
});

/** A dense input whose hidden value is kept. */
const keeping = (last: number) =>
  `[[],{"a":0},[],{"a":0},[],{"$redacted":true},${dense(3.9 * MiB).slice(1, -2)}${last}]`;
const logs = (bytes: number) =>
  `[${Array.from({ length: 1_000 }, () => `{"message":"m","fields":{"f":${dense(bytes)}}}`).join()}]`;
const cancelled = () =>
  JSON.stringify({
    action: { kind: 'cancel' },
    selection: {
      ids: Array.from({ length: limits.bulkOperationIds }, (_, at) => `${'an-id-of-a-task-'.repeat(7)}${at}`),
    },
    delayInMs: 86_400_000,
  });

/** References to secrets that do not exist. */
const unknownSecrets = () => `[${Array.from({ length: 180_000 }, (_, at) => `{"$secret":"N${at}"}`).join()}]`;
const withSecret = () => `[{"$secret":"LOOP"},${dense(3.9 * MiB)}]`;
const policyAsked = () =>
  `{"operation":"SetStorePolicy","reason":"r","params":{"storeName":"loop"},"body":{"schema":{"enum":${dense(5.5 * MiB)}}}}`;

const created = (input: () => string) => () => `{"type":"test.echo","id":"t${++made}","input":${input()}}`;

/** More entries than a request may hold, with values that a marker stands for. */
const hidden = ['a', 'b'];
const savedAgain = () =>
  JSON.stringify({ entries: hidden.map((id) => ({ id, value: { a: redactedMarker, n: ++made } })) });
const markers = `[${'{"$redacted":true},'.repeat(200_000)}0]`;
const receipt = (text: string) => () => JSON.stringify({ receipt: Buffer.from(text).toString('base64url') });

/** Method, path, the expected status, and the body. */
type Request = [string, string, number, (() => string)?];

/** The largest and densest requests and answers. */
const requests: Readonly<Record<string, Request>> = {
  'a sign-in': ['POST', '/v1/sign-in', 400, () => '['.repeat(limits.anonymousBodyBytes)],
  'a body with too many values': ['POST', '/v1/tasks', 400, () => dense(16 * MiB)],
  'a body that ends too early': ['POST', '/v1/tasks', 400, () => `[${names(limits.namesPerObject)}`],
  'a list with too many items': ['POST', '/v1/stores/loop/bulk-save', 400, () => `{"entries":${many('0')}}`],
  'a map with too many names': [
    'POST',
    '/v1/tasks',
    400,
    () => `{"type":"test.echo","tags":${names(limits.namesPerObject)}}`,
  ],
  'a text in the place of a list': [
    'POST',
    '/v1/tasks',
    400,
    () => `{"type":"test.echo","sensitive":"${'x'.repeat(15 * MiB)}"}`,
  ],
  'an operation with too many tags': [
    'POST',
    '/v1/bulk-previews',
    400,
    () => `{"action":{"kind":"update","tags":${names(limits.namesPerObject)}},"selection":{"filter":{}}}`,
  ],
  'a task with a dense input': ['POST', '/v1/tasks', 201, created(() => dense(3.9 * MiB))],
  'a task with many names': ['POST', '/v1/tasks', 201, created(() => names(limits.namesPerObject))],
  'a task with too large an input': ['POST', '/v1/tasks', 413, created(() => `"${'x'.repeat(15 * MiB)}"`)],
  'a task with unknown secrets': ['POST', '/v1/tasks', 400, created(unknownSecrets)],
  'a patch with unknown secrets': ['PATCH', '/v1/tasks/task', 400, () => `{"input":${unknownSecrets()}}`],
  'a task with a secret in a dense input': ['POST', '/v1/tasks', 201, created(withSecret)],
  'a request for too large a policy': ['POST', '/v1/approvals', 413, policyAsked],
  'a patch of an input': ['PATCH', '/v1/tasks/dense', 200, () => `{"input":${names(20_000)}}`],
  'an event': ['POST', '/v1/tasks/task/events/e', 204, () => `{"value":${dense(250 * KiB)}}`],
  'a transaction': ['POST', '/v1/stores/loop/transaction', 200, () => `{"upserts":${entries(1, dense(3.5 * MiB))}}`],
  'a bulk save': ['POST', '/v1/stores/many/bulk-save', 200, () => `{"entries":${entries(1_000, dense(5 * KiB))}}`],
  'an input that keeps a hidden value': ['PATCH', '/v1/tasks/kept', 200, () => `{"input":${keeping(++made)}}`],
  'an entry with a marker': ['PUT', '/v1/stores/hidden/entries/a', 400, () => `{"value":${keeping(0)}}`],
  'logs that are written': ['POST', '/v1/tasks/task/history/1/logs', 204, () => `{"entries":${logs(6 * KiB)}}`],
  'logs of all tasks': ['GET', '/v1/logs?maxPageSize=1000', 200],
  'a bulk operation': ['POST', '/v1/bulk-operations', 201, cancelled],
  'an alert': ['POST', '/v1/alerts', 400, () => `{"name":"a","condition":${names(limits.namesPerObject)}}`],
  'the state of the deployment': ['GET', '/v1/deployment', 200],
  'a task that is read': ['GET', '/v1/tasks/dense', 200],
  'tasks that are listed': ['GET', '/v1/tasks?includeInput=true', 200],
  'a run': ['GET', '/v1/tasks/dense/history/1', 200],
  'events that are listed': ['GET', '/v1/tasks/task/events', 200],
  'an entry': ['GET', '/v1/stores/loop/entries/names', 200],
  'entries that are listed': ['GET', '/v1/stores/loop/entries', 200],
  'an entry of numbers': ['GET', '/v1/stores/loop/entries/numbers', 200],
  'entries by their ids': ['POST', '/v1/stores/loop/bulk-get', 200, () => '{"ids":["dense","marked","numbers"]}'],
  'an entry that is saved': ['PUT', '/v1/stores/loop/entries/numbers', 200, () => `{"value":${numbers()}}`],
  'entries whose values are kept': ['POST', '/v1/stores/hidden/bulk-save', 200, savedAgain],
  'an entry of markers': ['PUT', '/v1/stores/hidden/entries/a', 400, () => `{"value":${markers}}`],
  'a wide receipt': ['POST', '/v1/stores/loop/undo', 400, receipt(`[1,${dense(2.9 * MiB)}]`)],
  'a deep receipt': ['POST', '/v1/stores/loop/undo', 400, receipt('['.repeat(2.9 * MiB))],
  'an entry that is restored': ['POST', '/v1/stores/loop/restore', 200, () => '{"id":"numbers","version":1}'],
  'versions that are listed': ['GET', '/v1/stores/loop/versions/dense?includeValue=true', 200],
};

test.each(Object.entries(requests))('%s never holds the event loop', (_, request) => expectQuiet(request));

test('stored values that markers stand for count as those that are given', async () => {
  const { body } = await service.call('POST', '/v1/stores/hidden/bulk-save', {
    token: service.allKey,
    raw: savedAgain(),
  });
  const { outcomes } = body as { outcomes: { failure?: { code: string } }[] };
  expect(outcomes.map(({ failure }) => failure?.code)).toEqual([undefined, 'PayloadTooLarge']);
});

/** What is hidden from its reader is found and left out. */
const redacted: typeof requests = {
  'a task': ['GET', '/v1/tasks/marked', 200],
  'a run': ['GET', '/v1/tasks/marked/history/1', 200],
  'a wide task': ['GET', '/v1/tasks/wide', 200],
  'a wide task that is compared': ['GET', '/v1/task-comparison?id=wide', 200],
  'an entry': ['GET', '/v1/stores/loop/entries/marked', 200],
};

test.each(Object.entries(redacted))('%s without what is sensitive never holds it', (_, request) =>
  expectQuiet(request, reader),
);

async function expectQuiet([method, path, status, text]: Request, key = service.allKey): Promise<void> {
  const bodies = text === undefined ? [] : Array.from({ length: maximumRuns }, () => bytesOf(text()));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const longest = await longestTurnOf(async () => {
    const body = bodies.pop();
    expect(await caller.send({ url: service.url + path, method, headers, ...(body && { body }) })).toBe(status);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
}
