import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert, AlertDelivery, AlertNotice, AlertPreview } from '#contract';
import { holdLock } from '#database';
import { type AlertMessage, NonRetryableError, parseHttpAllow } from '#engine';
import { defineTask, startWorker } from '#worker';
import { listen } from '../../contract/testing/listen.ts';
import { startService } from '../start.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

type Received = { path: string; headers: IncomingHttpHeaders; text: string; message: AlertMessage & { text: string } };

const fail = (type: string, sensitive?: string[]) =>
  defineTask<{ message: string }>({
    type,
    ...(sensitive && { sensitive }),
    run: (_, { message }) => {
      throw new NonRetryableError(message);
    },
  });

const received: Received[] = [];
/** How many more requests to a path are refused, and with which status. */
const refusals = new Map<string, { left: number; status: number }>();
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const path = request.url ?? '';
  const refusal = refusals.get(path);
  received.push({ path, headers: request.headers, text, message: JSON.parse(text) });
  response.statusCode = refusal !== undefined && refusal.left-- > 0 ? refusal.status : 204;
  response.end();
});

let service: TestService;
let second: Awaited<ReturnType<typeof startService>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
let mails: MailServer;
let hookUrl = '';
const signingKey = 'a key that is in no answer';

beforeAll(async () => {
  const port = await listen(receiver);
  hookUrl = `http://127.0.0.1:${port}`;
  mails = await startMailServer();
  const smtp = { url: mails.url, from: 'taskdeck@example.com' };
  const settings = { httpAllow: parseHttpAllow('127.0.0.0/8'), dashboardUrl: 'https://deck.example', smtp };
  service = await startTestService(settings);
  const { database, dataFolder } = service;
  second = await startService({ database, dataFolder, port: 0, logLevel: 'error', ...settings });
  worker = await startWorker({
    databaseUrl: service.databaseUrl,
    definitions: [fail('order.pay'), fail('order.send'), fail('mail', ['/input/to'])],
    name: 'worker',
  });
});
afterAll(async () => {
  await worker.stop();
  await second.close();
  await service.close();
  receiver.close();
  await mails.close();
});

async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  expect(answer.text).not.toContain(signingKey);
  expect(answer.text).not.toContain(hookUrl);
  return answer.body as Body;
}

const webhook = (path: string) => ({ kind: 'webhook', url: hookUrl + path, signingKey });
const createAlert = (path: string, condition: object, more: object = {}) =>
  call<Alert>('POST', '/v1/alerts', { name: path, condition, channels: [webhook(path)], ...more });
const getAlert = (id: string) => call<Alert>('GET', `/v1/alerts/${id}`);
const deliveriesOf = async (id: string) =>
  (await call<{ value: AlertDelivery[] }>('GET', `/v1/alerts/${id}/deliveries`)).value;
const at = (path: string) => received.filter((request) => request.path === path);

/** Creates tasks that fail and are counted together. Resolves when their failures were compared with the alerts. */
async function failTasks(type: string, messages: readonly string[]): Promise<void> {
  await service.database.begin(async (transaction) => {
    await holdLock(transaction, 'errorGroups');
    for (const message of messages) await call('POST', '/v1/tasks', { type, input: { message } });
    await becomesEmpty(() => service.database`select from active_run where type = ${type}`);
  });
  await becomesEmpty(() => service.database`select from failure`);
  await becomesEmpty(() => service.database`select from alert_signal`);
}

/** Resolves when a query has no rows. */
async function becomesEmpty(query: () => PromiseLike<{ length: number }>): Promise<void> {
  await expect.poll(async () => (await query()).length, { timeout: 15_000 }).toBe(0);
}

/** Lets the times pass in which an alert tells nothing more. */
async function passTime(id: string): Promise<void> {
  await service.database`
    with a as (update alert set last_notice_on = last_notice_on - interval '1 day' where id = ${id} returning key)
    update alert_subject set last_notice_on = last_notice_on - interval '1 day' where alert_key in (select key from a)`;
}

test('a new cause is told at once, signed, and again until it arrives; the history has each attempt', async () => {
  refusals.set('/new', { left: 1, status: 503 });
  const { id } = await createAlert('/new', { kind: 'cause', type: 'order.*' });
  await failTasks('order.pay', ['card 1 was declined', 'card 2 was declined']);
  await expect.poll(async () => (await getAlert(id)).lastNotice?.delivered, { timeout: 15_000 }).toBe(1);
  const [first, again, ...more] = at('/new');
  expect(more).toEqual([]);
  expect(again?.text).toBe(first?.text);
  expect(again?.message).toMatchObject({
    kind: 'alert',
    alert: { id, name: '/new', condition: 'cause' },
    subjects: [{ count: 2, status: 'new', text: 'order.pay: NonRetryableError: card <number> was declined' }],
  });
  expect(again?.message.text).toContain(`https://deck.example/alerts/${id}`);
  const { 'webhook-id': delivery, 'webhook-timestamp': time, 'webhook-signature': signature } = again?.headers ?? {};
  const signed = createHmac('sha256', signingKey).update(`${delivery}.${time}.${again?.text}`).digest('base64');
  expect(signature).toBe(`v1,${signed}`);
  expect(Math.abs(Number(time) * 1_000 - Date.now())).toBeLessThan(60_000);
  expect(first?.headers['webhook-id']).toBe(delivery);
  expect(await deliveriesOf(id)).toMatchObject([
    {
      id: delivery,
      status: 'delivered',
      attempts: [{ error: 'the receiver answered 503' }, {}],
      subjects: [{ count: 2 }],
    },
  ]);
});

test('many failures are one notice at once, and one summary after the time of the alert', async () => {
  const { id } = await createAlert('/many', { kind: 'failure', type: 'order.send' });
  await failTasks('order.send', ['one', 'two']);
  await expect.poll(() => at('/many').length, { timeout: 15_000 }).toBe(1);
  await failTasks('order.send', ['three', 'four', 'five']);
  expect((await getAlert(id)).openCount).toBe(1);
  await passTime(id);
  await expect.poll(() => at('/many').length, { timeout: 15_000 }).toBe(2);
  const counts = at('/many').map(({ message }) => [message.kind, message.subjects[0]?.id, message.subjects[0]?.count]);
  expect(counts).toEqual([
    ['alert', 'order.send', 2],
    ['summary', 'order.send', 3],
  ]);
  expect((await getAlert(id)).openCount).toBe(0);
});

test('a cause that is back again is told, one that is known is not', async () => {
  const { id } = await createAlert('/back', { kind: 'cause' });
  await failTasks('order.pay', ['card 3 was declined']);
  const { value } = await call<{ value: { id: string }[] }>('GET', '/v1/error-groups?type=order.pay');
  const group = value[0]?.id ?? '';
  expect((await getAlert(id)).openCount).toBe(0);
  await call('PATCH', `/v1/error-groups/${group}`, { status: 'resolved' });
  const watched = await createAlert('/watched', { kind: 'cause', group });
  await failTasks('order.pay', ['card 4 was declined']);
  await expect.poll(() => at('/back').length + at('/watched').length, { timeout: 15_000 }).toBe(2);
  expect(at('/watched')[0]?.message.subjects).toMatchObject([{ id: group, status: 'backAgain', count: 1 }]);
  expect(at('/back')[0]?.message.subjects.map(({ status }) => status)).toEqual(['backAgain']);
  expect((await getAlert(watched.id)).lastNotice).toMatchObject({ kind: 'alert' });
});

test('while an alert is muted or disabled nothing is sent; after a mute, one notice tells of it', async () => {
  const muted = await createAlert('/muted', { kind: 'failure', type: 'order.send' });
  const off = await createAlert('/off', { kind: 'failure', type: 'order.send' }, { isEnabled: false });
  await call('PATCH', `/v1/alerts/${muted.id}`, { mutedUntil: '2100-01-01T00:00:00Z' });
  await failTasks('order.send', ['six', 'seven']);
  expect(await getAlert(muted.id)).toMatchObject({ openCount: 1, mutedUntil: '2100-01-01T00:00:00.000Z' });
  await call('PATCH', `/v1/alerts/${muted.id}`, { mutedUntil: null });
  await expect.poll(() => at('/muted').length, { timeout: 15_000 }).toBe(1);
  expect(at('/muted')[0]?.message.subjects).toMatchObject([{ count: 2 }]);
  await call('PATCH', `/v1/alerts/${off.id}`, { isEnabled: true });
  expect(await getAlert(off.id)).toMatchObject({ openCount: 0 });
  expect(at('/off')).toEqual([]);
});

test('a notice of a type with sensitive values has no message', async () => {
  await createAlert('/hidden', { kind: 'cause', type: 'mail' });
  await failTasks('mail', ['ada@example.com refused it']);
  await expect.poll(() => at('/hidden').length, { timeout: 15_000 }).toBe(1);
  expect(at('/hidden')[0]?.message.subjects).toMatchObject([{ text: 'mail: NonRetryableError: [redacted]' }]);
  expect(at('/hidden')[0]?.text).not.toContain('example.com');
});

test('a test is sent while the alert is disabled; a refusal is not tried again, and names no URL', async () => {
  refusals.set('/gone', { left: 1, status: 410 });
  const { id } = await createAlert('/gone', { kind: 'cause' }, { isEnabled: false });
  const notice = await call<AlertNotice>('POST', `/v1/alerts/${id}/test`);
  expect(notice).toMatchObject({ kind: 'test', pending: 1 });
  await expect.poll(async () => (await getAlert(id)).lastNotice?.failed, { timeout: 15_000 }).toBe(1);
  expect(await deliveriesOf(id)).toMatchObject([
    { noticeId: notice.id, status: 'failed', attempts: [{ error: 'the receiver answered 410' }] },
  ]);
  await call('DELETE', `/v1/alerts/${id}`);
  expect(await service.call('GET', `/v1/alerts/${id}`, { token: service.allKey })).toMatchObject({ status: 404 });
});

test('a change keeps what is omitted of a channel, and refuses a channel that is not complete', async () => {
  const { id, channels } = await createAlert('/kept', { kind: 'cause' });
  const [channel] = channels;
  expect(channel).toEqual({ id: expect.any(String), kind: 'webhook', host: new URL(hookUrl).host });
  await call('PATCH', `/v1/alerts/${id}`, { name: 'renamed', channels: [{ id: channel?.id, kind: 'webhook' }] });
  await call('POST', `/v1/alerts/${id}/test`);
  await expect.poll(() => at('/kept').length, { timeout: 15_000 }).toBe(1);
  expect(at('/kept')[0]?.message.alert.name).toBe('renamed');
  const refuse = async (channels: object[], pointer: string) =>
    expect(
      await service.call('PATCH', `/v1/alerts/${id}`, { token: service.allKey, body: { channels } }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  await refuse([{ kind: 'webhook', signingKey }], '/channels/0/url');
  await refuse([{ kind: 'webhook', url: hookUrl }], '/channels/0/signingKey');
  await refuse([{ id: 'other', ...webhook('/x') }], '/channels/0/id');
  const moved = { id: channel?.id, kind: 'webhook', url: 'http://127.0.0.1:59998/kept' };
  await refuse([moved], '/channels/0/signingKey');
  await call('PATCH', `/v1/alerts/${id}`, { channels: [{ ...moved, signingKey }] });
});

test('tests of an alert cannot flood who gets them, and its deliveries stay in their queue', async () => {
  const { id } = await createAlert('/tested', { kind: 'cause' });
  for (let count = 0; count < 10; count++) await call('POST', `/v1/alerts/${id}/test`);
  const refused = await service.call('POST', `/v1/alerts/${id}/test`, { token: service.allKey });
  expect(refused).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  const [delivery] = await deliveriesOf(id);
  const body = { queue: 'default' };
  expect(await service.call('PATCH', `/v1/tasks/${delivery?.id}`, { token: service.allKey, body })).toMatchObject({
    status: 409,
    body: { code: 'InvalidTransition' },
  });
  const action = { kind: 'update', ...body };
  const preview = { selection: { ids: [delivery?.id] }, action };
  const reason = 'it delivers a notice of an alert';
  expect(await call('POST', '/v1/bulk-previews', preview)).toMatchObject({ refused: [{ reason, count: 1 }] });
});

test('Slack and e-mail say the same in their own way, and errors cannot make links', async () => {
  const to = ['ops@example.com', 'ada@example.com'];
  const channels = [
    { kind: 'slack', url: `${hookUrl}/slack` },
    { kind: 'email', to },
  ];
  const { id } = await call<Alert>('POST', '/v1/alerts', {
    name: 'Pay <!channel> =?utf-8?q?now?=',
    condition: { kind: 'failure', type: 'order.*' },
    channels,
  });
  mails.refuse = 1;
  await failTasks('order.pay', ['card 5 was declined']);
  await expect.poll(async () => (await getAlert(id)).lastNotice?.delivered, { timeout: 15_000 }).toBe(2);
  expect(JSON.parse(at('/slack')[0]?.text ?? '')).toEqual({
    text: [
      '*Alert: Pay &lt;!channel&gt; =?utf-8?q?now?=*',
      'order.pay (1 failure) <https://deck.example/tasks?filter=type%3Aorder.pay+status%3Afailed|Open>',
      `Settings of this alert: <https://deck.example/alerts/${id}|Open>`,
    ].join('\n'),
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
  });
  expect(mails.received).toHaveLength(1);
  const [mail] = mails.received;
  expect(mail?.recipients).toEqual(to);
  expect(mail?.user).toBe('taskdeck');
  expect(mail?.text).toMatch(/Subject: \[Taskdeck\] Alert: Pay <!channel>\s+=\\u003futf-8\?q\?now\?=/); // no encoded word
  expect(mail?.text).toContain('order.pay (1 failure)');
  const deliveries = await deliveriesOf(id);
  expect(deliveries.find(({ channelKind }) => channelKind === 'email')?.attempts).toMatchObject([
    { error: 'the mail server answered 451' },
    {},
  ]);
});

test('a lost worker is told, a preview says the same, and it takes the scope of workers', async () => {
  const condition = { kind: 'workerLost', worker: 'gone-*' };
  const { id } = await createAlert('/lost', condition);
  await service.database`
    insert into worker (id, name, host, process_id, queues, types, slots, expires_on)
    values ('gone', 'gone-1', 'host', 1, '{gone}', '{}', 1, now())`;
  await service.database`update alert_look set looked_on = '-infinity'`;
  await expect.poll(() => at('/lost').length, { timeout: 15_000 }).toBe(1);
  expect(at('/lost')[0]?.message).toMatchObject({
    ...{ kind: 'alert', alert: { condition: 'workerLost' } },
    subjects: [{ id: 'gone-1', count: 1, text: 'gone-1: the worker is lost', path: '/workers' }],
  });
  expect(at('/lost')[0]?.message.text).toContain('gone-1: the worker is lost https://deck.example/workers');
  const preview = (kinds: object) => call<AlertPreview>('POST', '/v1/alert-previews', { condition: kinds });
  expect(await preview(condition)).toEqual({
    ...{ period: 'now', isPartial: false },
    findings: [{ id: 'gone-1', count: 1, text: 'gone-1: the worker is lost' }],
  });
  expect(await preview({ kind: 'failure', type: 'mai*' })).toMatchObject({
    ...{ period: 'lastDay', findings: [{ id: 'mail', count: 1, text: 'mail (1 failure)' }] },
  });
  expect((await preview({ kind: 'cause', type: 'mail' })).findings).toMatchObject([
    { count: 1, text: 'mail: NonRetryableError: [redacted] (new, 1 failure)' },
  ]);
  const token = await service.key('alerts/manage', 'tasks/read');
  for (const [method, path] of [
    ['POST', '/v1/alert-previews'],
    ['PATCH', `/v1/alerts/${id}`],
  ] as const) {
    expect(await service.call(method, path, { token, body: { condition } })).toMatchObject({ status: 403 });
    const allowed = { condition: { kind: 'failure', type: 'mail' } };
    expect((await service.call(method, path, { token, body: allowed })).status).toBe(200);
  }
});
