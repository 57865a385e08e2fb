import { beforeAll, expect, test } from 'vitest';
import { type Reveal, type Revealed, type Scope, type SignInResponse, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { adminEmail, adminPassword, startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
/** Sees no sensitive value, but may reveal. */
let revealer = '';
/** Sees no sensitive value, and may not reveal. */
let reader = '';

const all: readonly Scope[] = scopes;
beforeAll(async () => {
  revealer = await service.key(...all.filter((scope) => scope !== 'sensitive/read'));
  reader = await service.key('state/read', 'tasks/read');
  const entry = { value: { pin: 'hidden-pin', name: 'Ada' }, sensitive: ['/pin'] };
  for (const id of ['ada', 'eve']) await call('PUT', `/v1/stores/people/entries/${id}`, entry);
  await call('PUT', '/v1/stores/people/entries/open', { value: 1 });
  const task = { type: 'test.echo', queue: 'idle', sensitive: ['/input/pin'], input: { pin: 'hidden-input' } };
  await call('POST', '/v1/tasks', { ...task, id: 'order' });
  await service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, 0, 'charge', 'step', 'succeeded', '{"card": "hidden-card"}', now(), now() from task where id = 'order'`;
  await service.database`update task_type set sensitive = '{/steps/charge/card}' where type = 'test.echo'`;
});

const call = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, path, { token, body });
const entry = { storeName: 'people', id: 'ada' };
const run = { taskId: 'order', runCount: 1 };
const reveal = async (target: object, token = revealer) => {
  const answer = await call('POST', '/v1/reveals', { target, reason: 'the customer asks' }, token);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Reveal;
};
const values = (id: string, token = revealer, query = '') =>
  call('GET', `/v1/reveals/${id}/values${query}`, undefined, token);
const ofEntry = '/v1/reveals?storeName=people&entryId=ada';

test('shows the hidden values of one entry to who revealed it, and says so to who may read the entry', async () => {
  const { id, ...made } = await reveal(entry);
  expect(made).toMatchObject({ target: entry, pointers: ['/pin'], isOpen: true, isOwn: true });
  expect(Date.parse(made.expiresOn) - Date.parse(made.createdOn)).toBe(600_000);
  const shown = (await values(id)).body as Revealed;
  expect(shown.entry?.value).toEqual({ pin: 'hidden-pin', name: 'Ada' });
  const told = await call('GET', ofEntry, undefined, reader);
  expect(told.body).toMatchObject({ value: [{ id, reason: 'the customer asks', isOpen: true, isOwn: false }] });
  expect(told.text).not.toContain('hidden-');
  for (const path of ['/v1/stores/people/entries/ada', '/v1/stores/people/entries/eve', '/v1/stores/people/entries'])
    expect((await call('GET', path, undefined, revealer)).text).not.toContain('hidden-');
  for (const other of [reader, service.allKey]) expect((await values(id, other)).text).not.toContain('hidden-');
  expect((await call('GET', ofEntry, undefined, await service.key('tasks/read'))).status).toBe(403);
});

test('shows a run and its steps, and nothing of an entry or another run', async () => {
  const { id, pointers } = await reveal(run);
  expect(pointers.toSorted()).toEqual(['/input/pin', '/steps/charge/card']);
  expect((await values(id)).body).toMatchObject({ run: { input: { pin: 'hidden-input' } } });
  const step = await values(id, revealer, '?sequence=0');
  expect(step.body).toMatchObject({ step: { output: { card: 'hidden-card' } } });
  const plain = await call('GET', '/v1/tasks/order/history/1/steps/0', undefined, revealer);
  expect(plain.text).not.toContain('hidden-');
  const list = await call('GET', '/v1/reveals?taskId=order&runCount=1', undefined, reader);
  expect(list.body).toMatchObject({ value: [{ id, target: run }] });
});

test('ends after its time, by who made it, and with the right', async () => {
  const { id } = await reveal(entry);
  expect((await call('DELETE', `/v1/reveals/${id}`, undefined, service.allKey)).status).toBe(204);
  expect((await values(id)).status, 'ended by somebody else').toBe(200);
  expect((await call('DELETE', `/v1/reveals/${id}`, undefined, revealer)).status).toBe(204);
  expect(await values(id)).toMatchObject({ status: 404, body: { code: 'RevealNotFound' } });

  const late = await reveal(entry);
  await service.database`update reveal set expires_on = now() where id = ${late.id}`;
  expect((await values(late.id)).status).toBe(404);
  expect((await call('GET', ofEntry, undefined, revealer)).body).toMatchObject({
    value: [{ id: late.id, isOpen: false, isOwn: false }, { id, isOpen: false }, {}],
  });

  const withdrawn = await service.key('state/read', 'sensitive/reveal');
  const open = await reveal(entry, withdrawn);
  expect((await values(open.id, withdrawn)).status).toBe(200);
  await service.database`update api_key set scopes = '{state/read}' where scopes = '{state/read,sensitive/reveal}'`;
  await expect.poll(async () => (await values(open.id, withdrawn)).status).toBe(403);
});

test('is for the session that made it, and needs a fresh proof', async () => {
  const signIn = async () => {
    const answer = await call('POST', '/v1/sign-in', { email: adminEmail, password: adminPassword });
    return (answer.body as SignInResponse).accessToken;
  };
  const [here, elsewhere] = [await signIn(), await signIn()];
  const { id } = await reveal(entry, here);
  expect((await values(id, here)).status).toBe(200);
  expect((await values(id, elsewhere)).status).toBe(404);
  await service.database`update session set proven_on = now() - interval '1 hour'`;
  const again = await call('POST', '/v1/reveals', { target: entry, reason: 'again' }, here);
  expect(again).toMatchObject({ status: 401, body: { code: 'FreshProofRequired' } });
  expect((await values(id, here)).status, 'what is open stays').toBe(200);
});

test('is not of an entry that was made again under the same id', async () => {
  await call('PUT', '/v1/stores/people/entries/again', { value: { pin: 'hidden-1' }, sensitive: ['/pin'] });
  const { id } = await reveal({ ...entry, id: 'again' });
  await call('DELETE', '/v1/stores/people/entries/again');
  expect((await values(id)).body).toMatchObject({ code: 'StateNotFound' });
  await call('PUT', '/v1/stores/people/entries/again', { value: { pin: 'hidden-2' }, sensitive: ['/pin'] });
  expect((await values(id)).body).toMatchObject({ code: 'RevealNotFound' });
});

test.for<[string, object, () => string, number]>([
  ['without a reason', { target: entry, reason: ' ' }, () => revealer, 400],
  ['of an entry without hidden values', { target: { ...entry, id: 'open' }, reason: 'x' }, () => revealer, 400],
  ['of an entry that is not there', { target: { ...entry, id: 'none' }, reason: 'x' }, () => revealer, 404],
  ['of a run that is not there', { target: { ...run, runCount: 2 }, reason: 'x' }, () => revealer, 404],
  ['without the scope', { target: entry, reason: 'x' }, () => reader, 403],
])('refuses a reveal %s', async ([, body, token, status]) => {
  expect((await call('POST', '/v1/reveals', body, token())).status).toBe(status);
});

test('refuses a reveal of what the caller may not read, and a list of no one thing', async () => {
  const blind = await service.key('sensitive/reveal', 'state/read');
  expect((await call('POST', '/v1/reveals', { target: run, reason: 'x' }, blind)).status).toBe(403);
  for (const query of ['', '?storeName=people', '?taskId=order', '?taskId=order&runCount=1&storeName=people'])
    expect((await call('GET', `/v1/reveals${query}`)).status, query).toBe(400);
});

test('the audit trail names entry or run, pointers and reason, and no value', async () => {
  await untilRecorded(service.database);
  const records = await service.database<{ text: string }[]>`
    select concat_ws(' | ', operation, target_kind, target_id, detail) as text from audit_record
    where status < 300 and operation like '%Reveal%' order by id`;
  const told = records.map(({ text }) => text);
  expect(told).toContain('CreateReveal | reveal | entry people/ada | /pin: the customer asks');
  expect(told).toContainEqual(
    expect.stringMatching(/^GetRevealed \| .*sensitive values shown: entry people\/ada \/pin$/),
  );
  expect(told).toContainEqual(expect.stringMatching(/^GetRevealed \| .*steps of task order \/steps\/charge\/card$/));
  expect(told).toContain('EndReveal | reveal | entry people/ada | ended');
  expect(told.join('\n')).not.toContain('hidden-');
});
