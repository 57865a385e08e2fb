import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullScope, type Operation, type OperationName, operations, type Replay } from '#contract';
import { createAuthenticator } from '../testing/authenticator.ts';
import { type Described, expectDocumentedRefusals } from '../testing/documented-refusals.ts';
import { expectReady } from '../testing/expect-ready.ts';
import { type Given, onEntry, onRun, onStore, onTask, sending, tusHeaders } from '../testing/given.ts';
import { type Issuer, startIssuer } from '../testing/issuer.ts';
import { type KeptRecords, watchKeptRecords } from '../testing/kept-records.ts';
import { killAfterCommit } from '../testing/killed-after-commit.ts';
import { startTestService, type TestAnswer, type TestService } from '../testing/test-service.ts';
import { validityIn } from '../testing/validity.ts';

type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, object> } };

let service: TestService;
let issuer: Issuer;
let idToken = '';
let invitation = '';
let described: Map<OperationName, Described & { method: string; path: string }>;
let refreshToken = '';
let accessToken = '';
let receipt = '';
let uploadId = '';
const made = new Map<string, string>();
const idOf = (name: OperationName) => made.get(name) ?? '';
let kept: KeptRecords;
let challenge = '';
const passkeyOrigin = 'http://localhost:3000';
const authenticator = createAuthenticator(passkeyOrigin);
let expectValid: ReturnType<typeof validityIn>;
const asked = { operation: 'CreateReveal', target: { taskId: 'revealed', runCount: 1 }, reason: 'a question' };

beforeAll(async () => {
  issuer = await startIssuer();
  service = await startTestService({
    signIn: { providers: [issuer.config], hasPassword: true },
    dashboardUrl: passkeyOrigin,
    logLevel: 'silent', // each change fails once, where its record is refused
  });
  kept = await watchKeptRecords(service.owner);
  idToken = await issuer.sign();
  const document: Document = JSON.parse((await service.call('GET', '/v1/openapi.json')).text);
  expectValid = validityIn(document.components.schemas);
  described = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method: method.toUpperCase(), path },
      ]),
    ),
  );
  for (const id of ['active', 'pausing', 'ended', 'forked', 'waiting', 'doomed']) await create(id);
  await create('asleep', { startOn: later });
  await create('revealed', { startOn: later, input: { card: 1 }, sensitive: ['/input/card'] });
  const asking = { token: await service.key('tasks/read'), body: asked };
  made.set('AnswerApproval', ((await service.call('POST', '/v1/approvals', asking)).body as { id: string }).id);
  const [somebody] = await service.database<{ id: string }[]>`select id from operator limit 1`;
  made.set('SetQuota', `operator:${somebody?.id}`);
  const [session] = await service.database<{ id: string }[]>`
    insert into session (operator_id, refresh_hash, expires_on)
    values (${somebody?.id ?? ''}, 'other', now() + interval '1 hour') returning id`;
  made.set('EndSession', session?.id ?? '');
  const own = await service.call('POST', '/v1/approvals', { token: service.allKey, body: asked });
  made.set('WithdrawApproval', (own.body as { id: string }).id);
  for (const id of ['ended', 'forked']) await service.call('POST', `/v1/tasks/${id}/cancel`, { token: service.allKey });
  await service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, sequence, 'step ' || sequence, 'step', 'succeeded', '{"n": 9007199254740993}', now(), now()
    from task, generate_series(0, 2) as sequence where id in ('ended', 'forked')`;
  for (const id of ['2-one', '2-two'])
    await service.database`
      with grouped as (
        insert into error_group (id, type, error_name, title, first_seen_on, last_seen_on, last_task_key, last_run_count, heat)
        values (${id}, 'test.echo', 'Error', 'it is broken', now(), now(), 1, 1, 0) returning id
      ), counted as (insert into error_count select id, now(), '1', 3 from grouped)
      insert into error_fingerprint select id, id from grouped`;
  await killAfterCommit(service.owner);
});

afterAll(async () => {
  await service.close();
  await issuer[Symbol.asyncDispose]();
});

const later = '2100-01-01T00:00:00.000Z';
const create = (id: string, given: object = {}) =>
  service.call('POST', '/v1/tasks', {
    token: service.allKey,
    body: { type: 'test.echo', id, input: { a: 1 }, ...given },
  });

/** The request of each operation, in an order in which each succeeds. A missing one does not compile. */
const requests: Record<OperationName, () => Given> = {
  SignIn: () => sending({ email: 'admin@localhost', password: 'correct horse battery' }),
  SignInWithProvider: () => sending({ provider: 'company', idToken }),
  RefreshSignIn: () => sending({ refreshToken }),
  GetIdentity: () => ({}),
  ProveIdentity: () => ({ request: { token: accessToken, body: { password: 'correct horse battery' } } }),
  ChangePassword: () => ({
    request: {
      token: accessToken,
      body: { currentPassword: 'correct horse battery', newPassword: 'correct horse batteries' },
    },
  }),
  GetProof: () => ({ request: { token: accessToken } }),
  BeginPasskey: () => ({ request: { token: accessToken } }),
  AddPasskey: () => ({
    request: { token: accessToken, body: { name: 'a laptop', credential: authenticator.create({ challenge }) } },
  }),
  UpdatePasskey: () => ({
    params: { id: idOf('AddPasskey') },
    request: { token: accessToken, body: { name: 'an old laptop' } },
  }),
  ListPasskeys: () => ({ query: '?maxPageSize=1', request: { token: accessToken } }),
  BeginPasskeyProof: () => ({ request: { token: accessToken } }),
  BeginPasskeySignIn: () => ({}),
  SignInWithPasskey: () => sending({ credential: authenticator.get({ challenge }) }),
  CreateRecoveryCodes: () => ({ request: { token: accessToken } }),
  DeletePasskey: () => ({ params: { id: idOf('AddPasskey') }, request: { token: accessToken } }),
  CreateTask: () =>
    sending({
      type: 'test.echo',
      name: 'One',
      tags: { a: 'b' },
      retry: { maximumAttempts: 3 },
      sensitive: ['/input/x'],
    }),
  ListTasks: () => ({ query: '?status=queued&status=cancelled&type=test.*&tag=a%3Db&maxPageSize=2&orderBy=id%20asc' }),
  CompareTasks: () => ({ query: '?status=cancelled&type=test.*' }),
  GetTimeline: () => ({ query: '?by=queue' }),
  GetTaskDurations: () => ({ query: '?measure=queueWait&type=test.*' }),
  GetTask: () => onTask('active', { query: '?waitInMs=1' }),
  WaitForTask: () => onTask('active', { query: '?waitInMs=1&completionToken=x' }),
  UpdateTask: () =>
    onTask('active', {
      query: '?inputFor=nextRun&replaceInput=true',
      ...sending({ name: 'Renamed', priority: 3, tags: { x: 'y' } }),
    }),
  PauseTask: () => onTask('pausing', sending({ reason: 'a look', runCount: 1 })),
  ResumeTask: () => onTask('pausing', sending({ runCount: 1 })),
  WakeTask: () => onTask('asleep', sending({ reason: 'no need to wait', until: later })),
  RaiseTaskEvent: () => onTask('active', { params: { name: 'approval / 1' }, ...sending({ value: { ok: true } }) }),
  ListTaskExternalEvents: () => onTask('active'),
  ListEvents: () => ({ query: '?name=appro*&consumed=false' }),
  ListEventWaits: () => ({ query: '?maxPageSize=5' }),
  ListTaskHistory: () => onTask('ended', { query: '?orderBy=runCount%20asc' }),
  GetTaskHistory: () => onRun('ended'),
  FindComparableRun: () => onRun('ended'),
  GetErrorFrames: () => onRun('ended'),
  ListSteps: () => onRun('ended', { query: '?maxPageSize=2' }),
  GetStep: () => onRun('ended', { params: { sequence: '1' } }),
  GetStepErrorFrames: () => onRun('ended', { params: { sequence: '1' }, query: '?attempt=1' }),
  WriteLogs: () => onRun('ended', sending({ entries: [{ message: 'hello', fields: { a: 1 } }] })),
  ListLogsOfTasks: () => ({ query: '?level=info&search=hello&field=/a=1&type=test.*&maxPageSize=1' }),
  GetLogVolumeOfTasks: () => ({ query: '?search=hello&intervals=5' }),
  GetLogVolume: () => onRun('ended', { query: '?search=hello&intervals=5' }),
  ListLogs: () => onRun('ended', { query: '?level=info&search=hello' }),
  ForkRun: () => onRun('forked', sending({ fromSequence: 2 })),
  RerunTask: () => onTask('ended', sending({ input: { b: 2 } })),
  PreviewBulkOperation: () => sending({ action: { kind: 'fork' }, selection: { filter: { type: ['test.*'] } } }),
  CreateBulkOperation: () =>
    sending({
      action: { kind: 'cancel' },
      selection: { ids: ['active', 'nobody'] },
      delayInMs: 600_000,
      reason: 'a look',
    }),
  PauseBulkOperation: () => ({ params: { id: idOf('CreateBulkOperation') }, ...sending({ reason: 'a look' }) }),
  ResumeBulkOperation: () => ({ params: { id: idOf('CreateBulkOperation') }, ...sending({ reason: 'go on' }) }),
  ListBulkOperations: () => ({ query: '?isActive=true&maxPageSize=5' }),
  GetBulkOperation: () => ({ params: { id: idOf('CreateBulkOperation') } }),
  ListBulkResults: () => ({ params: { id: idOf('CreateBulkOperation') }, query: '?status=pending&maxPageSize=1' }),
  ListBulkCauses: () => ({ params: { id: idOf('CreateBulkOperation') } }),
  StopBulkOperation: () => ({ params: { id: idOf('CreateBulkOperation') }, ...sending({ reason: 'enough' }) }),
  CancelTask: () => onTask('waiting', sending({ reason: 'not needed', runCount: 1 })),
  DeleteTask: () => onTask('doomed', { query: '?force=true' }),
  SaveState: () =>
    onEntry('a/b', sending({ id: 'a/b', value: { n: 9007199254740993n }, hasBlob: true, tags: { a: 'b' } })),
  SaveBulkState: () =>
    onStore(
      sending({
        entries: [
          { id: 'one', value: {} },
          { id: 'one', value: {}, ifMatch: '"0"' },
        ],
      }),
    ),
  BulkTransaction: () => onStore(sending({ upserts: [{ id: 'two', value: [] }], deletes: [{ id: 'three' }] })),
  SetStorePolicy: () => onStore(sending({ sensitive: ['/card'], defaultTtlInSeconds: -1, schema: { type: 'object' } })),
  ListStores: () => ({ query: '?search=sto&maxPageSize=3' }),
  GetStore: () => onStore(),
  ListState: () => onStore({ query: '?delimiter=%2F&includeValue=false&maxPageSize=2' }),
  GetState: () => onEntry('a/b', { query: '?includeValue=true' }),
  GetBulkState: () => onStore(sending({ ids: ['a/b', 'nobody'] })),
  UploadBlob: () =>
    onEntry('a/b', {
      query: '?fileName=a.txt&metadata=%7B%22a%22%3A%22b%22%7D',
      request: { raw: 'hello', headers: { 'content-type': 'text/plain' } },
    }),
  GetBlob: () => onEntry('a/b', { query: '?disposition=inline' }),
  ListStateVersions: () => onEntry('a/b', { query: '?includeValue=true' }),
  GetStateVersion: () => onEntry('a/b', { params: { version: '1' } }),
  ListStateAccess: () => onEntry('a/b', { query: '?maxPageSize=5' }),
  DeleteBulkState: () => onStore(sending({ deletes: [{ id: 'one' }, { id: 'nobody', ifMatch: '"0"' }] })),
  RestoreState: () => onStore(sending({ id: 'one', version: 1 })),
  UndoState: () => onStore(sending({ receipt })),
  DeleteState: () => onEntry('two'),
  AcquireLock: () => ({ params: { name: 'lock / 1' }, ...sending({ ttlInMs: 60_000, owner: 'a test' }) }),
  ListLocks: () => ({ query: '?search=lock&maxPageSize=5' }),
  GetLock: () => ({ params: { name: 'lock / 1' } }),
  ReleaseLock: () => ({ params: { name: 'lock / 1' }, query: '?force=true' }),
  BeginUpload: () => ({ request: { headers: tusHeaders({ storeName: 'store', id: 'a/b', overwrite: true }, 3) } }),
  GetUpload: () => ({ params: { uploadId } }),
  ListUploads: () => ({ query: '?maxPageSize=1' }),
  AppendUpload: () => ({
    params: { uploadId },
    request: {
      raw: 'abc',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    },
  }),
  AbandonUpload: () => ({ params: { uploadId }, request: { headers: { 'tus-resumable': '1.0.0' } } }),
  CreateAlert: () =>
    sending({
      name: 'All causes',
      condition: { kind: 'cause', type: 'test.*' },
      channels: [{ kind: 'webhook', url: 'http://127.0.0.1:59998/', signingKey: '0123456789abcdef' }],
    }),
  ListAlerts: () => ({ query: '?maxPageSize=5' }),
  PreviewAlert: () => sending({ condition: { kind: 'failure', type: 'test.*' } }),
  GetAlert: () => ({ params: { id: idOf('CreateAlert') } }),
  UpdateAlert: () => ({ params: { id: idOf('CreateAlert') }, ...sending({ mutedUntil: later, isEnabled: false }) }),
  TestAlert: () => ({ params: { id: idOf('CreateAlert') } }),
  ListAlertDeliveries: () => ({ params: { id: idOf('CreateAlert') }, query: '?maxPageSize=5' }),
  DeleteAlert: () => ({ params: { id: idOf('CreateAlert') } }),
  CreateReveal: () => sending({ target: asked.target, reason: 'a question of the customer' }),
  ListReveals: () => ({ query: '?taskId=revealed&runCount=1&maxPageSize=5' }),
  GetRevealed: () => ({ params: { id: idOf('CreateReveal') } }),
  EndReveal: () => ({ params: { id: idOf('CreateReveal') } }),
  CreateApproval: () => sending(asked),
  ListApprovals: () => ({ query: '?maxPageSize=5&view=own' }),
  WithdrawApproval: () => ({ params: { id: idOf('WithdrawApproval') } }),
  AnswerApproval: () => ({ params: { id: idOf('AnswerApproval') }, ...sending({ isGranted: true }) }),
  CreateView: () => sending({ list: 'tasks', name: 'Failed', filter: 'status:failed', settings: { sort: 'id asc' } }),
  ListViews: () => ({ query: '?maxPageSize=5' }),
  UpdateView: () => ({ params: { id: idOf('CreateView') }, ...sending({ isShared: true, place: 0 }) }),
  DeleteView: () => ({ params: { id: idOf('CreateView') } }),
  CountMatches: () => sending({ lists: [{ list: 'tasks', query: 'status=failed' }] }),
  SharePresence: () => sending({ kind: 'entry', id: 'a', storeName: 'test' }),
  ListTaskTypes: () => ({}),
  GetTaskType: () => ({ params: { type: 'test.echo' } }),
  ListWorkers: () => ({}),
  ListQueues: () => ({}),
  ListErrorGroups: () => ({ query: '?status=new&status=ongoing&type=test.*&search=broken&maxPageSize=2' }),
  GetErrorGroup: () => ({ params: { id: '2-one' }, query: '?windowInMs=7200000' }),
  GetErrorRemedies: () => ({ params: { id: '2-one' } }),
  UpdateErrorGroup: () => ({
    params: { id: '2-one' },
    request: { body: { owner: 'ada', status: 'resolved', resolvedInVersion: '2' } },
  }),
  MergeErrorGroups: () => ({ params: { id: '2-one' }, request: { body: { ids: ['2-two'] } } }),
  GetStatistics: () => ({ query: '?windowInMs=3600000' }),
  GetLimits: () => ({}),
  GetDeployment: () => ({}),
  GetRetention: () => ({}),
  Watch: () => ({}),
  ListNamespaces: () => ({ query: '?maxPageSize=5' }),
  ListValueIndexes: () => ({ query: '?maxPageSize=5' }),
  CreateValueIndex: () => sending({ path: '/input/total', type: 'order' }),
  DeleteValueIndex: () => ({ params: { id: crypto.randomUUID() } }),
  ListQuotas: () => ({ query: '?maxPageSize=5' }),
  SetQuota: () => ({ params: { owner: idOf('SetQuota') }, ...sending({ queuedTasks: 1_000 }) }),
  SetSecret: () => ({ params: { name: 'TOKEN' }, ...sending({ value: 'hidden' }) }),
  ListSecrets: () => ({}),
  DeleteSecret: () => ({ params: { name: 'TOKEN' } }),
  CreateOperator: () =>
    sending({
      email: 'eve@example.com',
      name: 'Eve',
      password: 'quite long enough',
      scopes: [fullScope('tasks/read')],
    }),
  ListSessions: () => ({ query: `?operatorId=${idOf('CreateOperator')}` }),
  EndSession: () => ({ params: { id: idOf('EndSession') } }),
  EndSessions: () => ({ query: `?operatorId=${idOf('CreateOperator')}` }),
  ListOperators: () => ({ query: '?maxPageSize=1' }),
  UpdateOperator: () => ({ params: { id: idOf('CreateOperator') }, ...sending({ name: 'Eva' }) }),
  InviteOperator: () => ({ params: { id: idOf('CreateOperator') }, ...sending({ expiresInHours: 1 }) }),
  AcceptInvitation: () => sending({ token: invitation, password: 'correct horse batteries' }),
  RevokeInvitation: () => ({ params: { id: idOf('CreateOperator') } }),
  DeletePasskeysOf: () => ({ params: { id: idOf('CreateOperator') } }),
  DeleteOperator: () => ({ params: { id: idOf('CreateOperator') } }),
  CreateApiKey: () => sending({ name: 'ci', scopes: [fullScope('tasks/create')] }),
  RotateApiKey: () => ({ params: { id: idOf('CreateApiKey') }, ...sending({ overlapInHours: 1 }) }),
  ListApiKeys: () => ({ query: '?maxPageSize=1' }),
  DeleteApiKey: () => ({ params: { id: idOf('CreateApiKey') } }),
  ListAudit: () => ({ query: '?outcome=succeeded&maxPageSize=3' }),
  SignOut: () => sending({ refreshToken }),
};

test('every operation of the document answers as it says, in body and in refusal', async () => {
  for (const [name, given] of Object.entries(requests)) {
    const operation = described.get(name as OperationName);
    if (operation === undefined) throw new Error(`${name} is not in the document`);
    const { params = {}, query = '', request = {} } = given();
    expect([name, Object.keys(params).sort()]).toEqual([
      name,
      operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name)
        .sort(),
    ]);
    for (const [parameter] of new URLSearchParams(query))
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name: parameter, in: 'query' }));
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? '')) + query;
    if (name === 'Watch') {
      await expectReady(service, path);
      continue;
    }
    const { replay, audit }: Operation = operations[name as OperationName];
    const headers = { ...(replay && { 'idempotency-key': `every-${name}` }), ...request.headers };
    const keyed = () => ({ token: service.allKey, ...given().request, headers });
    if (audit !== undefined) {
      await kept.expectNothingWithout(name, () => service.call(operation.method, path, keyed()));
      await renewChallenge(name);
    }
    const answer = await service.call(operation.method, path, keyed());
    const success = operation.responses[String(answer.status)];
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
    expect(success, `${name} answered ${answer.status}`).toBeDefined();
    if (success?.content?.['application/octet-stream'] === undefined)
      expectValid(name, success?.content?.['application/json']?.schema, answer.text);
    if (name.startsWith('BeginPasskey')) ({ challenge } = (answer.body as { options: { challenge: string } }).options);
    const { id } = (answer.body ?? {}) as { id?: unknown };
    if (typeof id === 'string') made.set(name, id);
    if (name === 'RestoreState') ({ receipt } = answer.body as { receipt: string });
    if (name === 'BeginUpload') uploadId = answer.headers.get('location')?.split('/').at(-1) ?? '';
    if (name === 'SignIn')
      ({ refreshToken, accessToken } = answer.body as { refreshToken: string; accessToken: string });
    if (name === 'InviteOperator') ({ token: invitation } = answer.body as { token: string });
    if (replay !== undefined) expectSame(name, replay, answer, await service.call(operation.method, path, keyed()));
    await expectDocumentedRefusals({ service, expectValid }, operation, path, request);
  }
}, 120_000);

/** Takes another challenge where the last one was used up. */
async function renewChallenge(name: string): Promise<void> {
  const paths: Record<string, string> = {
    AddPasskey: '/v1/identity/passkeys/options',
    SignInWithPasskey: '/v1/sign-in/passkey/options',
  };
  if (paths[name] === undefined) return;
  const { body } = await service.call('POST', paths[name], { token: accessToken });
  ({ challenge } = (body as { options: { challenge: string } }).options);
}

test('lines of a log that were written before the process was killed are not written again', async () => {
  expect(await service.database`select message from log_entry`).toEqual([{ message: 'hello' }]);
});

/** Expects that a retry, whose first process was killed after its commit, did nothing again. */
function expectSame(name: string, replay: Replay, first: TestAnswer, again: TestAnswer): void {
  expect([name, again.status], again.text).toEqual([name, expect.toBeOneOf([200, 201, 204])]);
  if (replay !== 'stored') return;
  expect([name, again.status, again.text]).toEqual([name, first.status, first.text]);
  expect([name, again.headers.get('location')]).toEqual([name, first.headers.get('location')]);
}

test('every change keeps in its transaction the record that it has in the trail', () => kept.expectAsInTrail());

/** The requests above show no secret, save no blob and give no reason. */
const withoutDetail = ['CreateTask', 'SaveState', 'ResumeTask'];

test('every change left the audit record that the table says', async () => {
  const records = await service.database<{ operation: OperationName; kind: string | null; detail: string | null }[]>`
    select operation, target_kind as kind, detail from audit_record
    where outcome = 'succeeded' and detail is distinct from 'the first answer again (Idempotency-Key)'`;
  const audited = Object.entries<Operation>(operations).filter(([, { audit }]) => audit !== undefined);
  for (const [name, { audit }] of audited) {
    const own = records.filter(({ operation }) => operation === name);
    expect([name, new Set(own.map(({ kind }) => kind))]).toEqual([name, new Set([audit?.kind])]);
    const isDetailed = own.some(({ detail }) => detail !== null);
    expect([name, isDetailed]).toEqual([name, audit?.detail !== undefined && !withoutDetail.includes(name)]);
  }
  const named = new Set(audited.map(([name]) => name));
  const reads = records.filter(({ operation }) => !named.has(operation));
  expect(reads.filter(({ detail }) => detail?.startsWith('sensitive values shown: ') !== true)).toEqual([]);
});
