import { hash } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { createBlobStore, readBlobConfig } from '#blobs';
import { type Operation, type OperationName, operations, type Scope, type Store } from '#contract';
import { channels } from '#database';
import { loadSecretsKey, type RunningWorker, runWorker } from '#engine';
import { passkeyOrigin } from '../examples/access-examples.ts';
import { examples } from '../examples/examples.ts';
import { indexedPaths, newEntry, uploadOf } from '../examples/state-examples.ts';
import { forkable, newTask } from '../examples/task-examples.ts';
import { startIssuer } from '../issuer.ts';
import { registerType, startTestService, type TestAnswer, type TestService } from '../test-service.ts';
import { Canaries, maySee, maySeeOwn } from './canary.ts';
import type { Asked, Planter } from './planting.ts';
import { ShownFields } from './shown-fields.ts';
import { plantingTypes } from './task-types.ts';

/** A caller of the walk: what it is called in failures, its scopes and its key. */
export type WalkCaller = {
  name: string;
  scopes: ReadonlySet<Scope>;
  token: string;
  /** Everything that is planted lies outside of its bounds. */
  isOutside?: true;
};

export type Walk = Planter & {
  service: TestService;
  /** Everything that the service has logged. */
  logged(): string;
  /** Everything that PostgreSQL has notified. */
  notified(): string;
  /** Calls an operation in all its ways and returns what it told that the caller may not see. */
  leaks(name: OperationName, caller: WalkCaller): Promise<string[]>;
  /** Which fields of which records the answers had. */
  fields: ShownFields;
  close(): Promise<void>;
};

/** Starts a service and plants canaries through every way in. */
export async function startWalk(): Promise<Walk> {
  const lines: string[] = [];
  const written = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const logger = pino({ level: 'trace' }, written);
  const issuer = await startIssuer();
  const signIn = { providers: [issuer.config], hasPassword: true };
  const service = await startTestService({ logger, signIn, dashboardUrl: passkeyOrigin });
  const canaries = new Canaries();
  const notices: string[] = [];
  for (const channel of Object.values(channels))
    await service.database.listen(channel, (payload) => notices.push(payload));
  let count = 0;
  const planter: Planter = {
    service,
    issuer,
    canaries,
    next: () => ++count,
    async must(name, asked) {
      const answer = await send(service, name, asked, service.allKey);
      if (answer.status >= 400) throw new Error(`${name}: ${answer.text} to ${JSON.stringify(asked)}`);
      keepTokens(canaries, name, answer);
      return answer;
    },
  };
  const planned = new Map<OperationName, Promise<readonly Asked[]>>();
  /** What is read is planted once for all callers, and what is changed anew for each. */
  const requestsOf = (name: OperationName): Promise<readonly Asked[]> => {
    const { method }: Operation = operations[name];
    const known = method === 'GET' ? planned.get(name) : undefined;
    const asked = known ?? Promise.resolve(examples[name].calls(planter));
    planned.set(name, asked);
    return asked;
  };
  const fields = new ShownFields((text) => canaries.in(text).some(({ needs }) => needs !== undefined));
  const worker = await plant(planter);
  return {
    ...planter,
    logged: () => lines.join(''),
    notified: () => notices.join('\n'),
    async leaks(name, caller) {
      const found: string[] = [];
      for (const asked of withPages(name, await requestsOf(name))) {
        const isOutside = caller.isOutside === true && isOwnCall(name, asked);
        for await (const answer of answersTo(service, name, asked, caller.token)) {
          const own = new Set(canaries.in(givenBy(asked)));
          const seen = canaries.in(answer.text + JSON.stringify([...answer.headers])).filter((canary) => {
            if (!isOutside && maySee(canary, caller.scopes, name)) return false;
            return !own.has(canary) || !maySeeOwn(canary, caller.scopes, name);
          });
          const place = `${name} ${JSON.stringify(asked.params ?? {})}`;
          found.push(...seen.map((canary) => `${place} tells ${caller.name} ${canary.place}`));
          keepTokens(canaries, name, answer);
          fields.note(name, answer.body);
          if (caller.token === service.allKey && answer.status >= 400) found.push(`${place} failed: ${answer.text}`);
        }
      }
      return found;
    },
    fields,
    async close() {
      await worker.stop();
      await service.close();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

export function send(service: TestService, name: OperationName, asked: Asked, token: string): Promise<TestAnswer> {
  const [method, path] = examples[name].access;
  return service.call(method, pathOf(path, asked), { token, ...asked.request });
}

/** A path with its parameters and its query. */
export function pathOf(path: string, { params = {}, query = {} }: Asked): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Whether a request is made by its caller, and not by nobody or with a token of its own. */
function isOwnCall(name: OperationName, { request }: Asked): boolean {
  return operations[name].scopes !== 'anonymous' && request?.token === undefined;
}

/** The requests, and of a paged list also one whose answer names the next page. */
export function withPages(name: OperationName, asked: readonly Asked[]): readonly Asked[] {
  const { query }: Operation = operations[name];
  const [first] = asked;
  if (!(query instanceof z.ZodObject) || !('maxPageSize' in query.shape) || first === undefined) return asked;
  return [...asked, { ...first, query: { ...first.query, maxPageSize: '1' } }];
}

/** All that a request gives, and the hashes of the bytes that it sends. */
function givenBy(asked: Asked): string {
  const raw = asked.request?.raw ?? '';
  return [JSON.stringify(asked), hash('sha256', raw, 'hex'), hash('sha256', raw, 'base64')].join(' ');
}

/** The answer; of a change also those to retries: while its first answer is kept, and when that was lost. */
async function* answersTo(
  service: TestService,
  name: OperationName,
  asked: Asked,
  token: string,
): AsyncGenerator<TestAnswer, void> {
  const { replay }: Operation = operations[name];
  if (replay === undefined) return yield await send(service, name, asked, token);
  const headers = { ...asked.request?.headers, 'idempotency-key': crypto.randomUUID() };
  const keyed = { ...asked, request: { ...asked.request, headers } };
  yield await send(service, name, keyed, token);
  yield await send(service, name, keyed, token);
  if (replay === 'creation' || replay === 'stored') return; // of these the answer is never lost
  await service.database`
    update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;
  yield await send(service, name, keyed, token);
}

const tokenAnswers: readonly OperationName[] = [
  'CreateApiKey',
  'RotateApiKey',
  'SignIn',
  'SignInWithProvider',
  'RefreshSignIn',
  'InviteOperator',
  'AcceptInvitation',
];

/** What the service makes that is as good as a password is told once: in the answer that makes it. */
function keepTokens(canaries: Canaries, name: OperationName, { body }: Pick<TestAnswer, 'body'>): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [member, value] of Object.entries(body))
    if (['key', 'token', 'accessToken', 'refreshToken'].includes(member) && typeof value === 'string')
      canaries.add(value, `the answer of ${name}/${member}`, { through: 'everybody', in: tokenAnswers });
}

/** The queue that the worker serves: what the walk changes is not run. */
const onDefault = { 'CreateTask/queue': 'default' };

/** Tasks, events, entries, blobs, locks and secrets with a canary in every field of every way in. */
async function plant(planter: Planter): Promise<RunningWorker> {
  const { service, canaries, must } = planter;
  const { database, dataFolder } = service;
  await must('SetSecret', (await examples.SetSecret.calls(planter))[0] ?? {});
  await newEntry(planter, 'marked', { 'SaveState/sensitive': undefined });
  await newEntry(planter, 'entry');
  await newEntry(planter, 'whole', { 'SaveState/sensitive': [''] });
  await newEntry(planter, 'open', { 'SaveState/hasBlob': true });
  for (const id of ['open', 'whole'])
    await must('UploadBlob', { params: { storeName: 'vault', id }, ...uploadOf(planter, id === 'whole') });
  await newEntry(planter, 'folder/entry');
  await must('SetStorePolicy', { params: { storeName: 'vault' }, request: { body: { indexedPaths } } });
  await reachIndexes(planter);
  await must('AcquireLock', { params: { name: 'kept' }, request: { body: { owner: 'somebody', ttlInMs: 3_600_000 } } });
  const worker = await runWorker({
    database,
    definitions: plantingTypes(canaries),
    secretsKey: await loadSecretsKey({ dataFolder }),
    blobs: await createBlobStore(readBlobConfig({ TASKDECK_DATA: dataFolder })),
  });
  await newTask(planter, 'all', onDefault);
  await must('RaiseTaskEvent', (await examples.RaiseTaskEvent.calls(planter))[0] ?? {});
  await newTask(planter, 'secret', {
    ...onDefault,
    'CreateTask/type': 'canary.secret',
    'CreateTask/input': { key: { $secret: 'TOKEN' } },
  });
  const ofType = async (type: string, status: string) => {
    await newTask(planter, type, {
      ...onDefault,
      'CreateTask/type': `canary.${type}`,
      ...(/^late|^plain/.test(type) && { 'CreateTask/sensitive': undefined }),
      ...(type.startsWith('plain') && { 'CreateTask/input': {} }),
    });
    await reach(planter, type, status);
  };
  await Promise.all([
    ofType('failing', 'failed'),
    ofType('retrying', 'retrying'),
    ofType('waiting', 'waiting').then(() => ofType('line', 'waiting')),
    ofType('sleeping', 'waiting'),
    ...['behind', 'parent', 'parents'].map((type) => ofType(type, 'waiting')),
    ofType('plain-retrying', 'retrying'),
    ofType('late', 'succeeded'),
    ofType('late-failing', 'failed'),
    ofType('late-retrying', 'retrying'),
    reach(planter, 'all', 'succeeded'),
    reach(planter, 'secret', 'failed'),
  ]);
  await must('RaiseTaskEvent', { params: { id: 'waiting', name: 'aproval' }, request: { body: { value: 1 } } });
  const unkeyed = { 'CreateTask/concurrencyKey': undefined, 'CreateTask/concurrencyLimit': undefined };
  await newTask(planter, 'stuck', unkeyed);
  await newTask(planter, 'scheduled', {
    'CreateTask/schedule': { cron: '0 0 1 1 *', until: '2040-01-01T00:00:00Z' },
    'CreateTask/retry': { maximumAttempts: 3 },
  });
  await newTask(planter, 'paused', { 'CreateTask/startOn': '2040-01-01T00:00:00Z' });
  await must('PauseTask', { params: { id: 'paused' }, request: { body: {} } });
  await Promise.all(followed.map((of) => followerOf(planter, of)));
  for (const request of await examples.CreateApiKey.calls(planter)) await must('CreateApiKey', request);
  for (const request of await examples.RotateApiKey.calls(planter)) await must('RotateApiKey', request);
  const id = await forkable(planter, 'forked');
  await must('ForkRun', { params: { id, runCount: '1' }, request: { body: { fromSequence: 1 } } });
  // What is marked later covers what is there.
  for (const type of ['late', 'late-failing', 'late-retrying'])
    await database`
      update task_type set sensitive = '{/input/hidden,/output/hidden,/steps/echo/hidden,/error}'
      where type = ${`canary.${type}`}`;
  await must('SaveState', {
    params: { storeName: 'vault', id: 'marked' },
    request: { body: { id: 'marked', value: 1, sensitive: ['/hidden'] } },
  });
  await registerType(database, 'canary.none');
  return worker;
}

/** Tasks that do not move, each for a reason of its own. */
const followed = [
  'retrying',
  'plain-retrying',
  'late-retrying',
  'waiting',
  'line',
  'behind',
  'stuck',
  'paused',
  'scheduled',
];

/** A task that waits for another one, whose reason it tells. */
async function followerOf(planter: Planter, of: string): Promise<void> {
  const id = `follower-of-${of}`;
  const more = { 'CreateTask/type': 'canary.follower', 'CreateTask/input': { of }, 'CreateTask/sensitive': undefined };
  await newTask(planter, id, { ...onDefault, ...more });
  await reach(planter, id, 'waiting');
}

/** Waits until the indexes of the store are ready. */
async function reachIndexes({ must }: Planter): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { body } = await must('GetStore', { params: { storeName: 'vault' } });
    if ((body as Store).indexes?.every(({ isReady }) => isReady)) return;
    await sleep(50);
  }
  throw new Error('the indexes are not ready');
}

async function reach({ must }: Planter, id: string, status: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { body } = await must('GetTask', { params: { id } });
    if ((body as { status: string }).status === status) return;
    await sleep(20);
  }
  throw new Error(`task ${id} is not ${status}: ${JSON.stringify((await must('GetTask', { params: { id } })).body)}`);
}
