import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, type OperationName, operations, readOnlyScopes, type Scope, scopes } from '#contract';
import { bodyFor, hiddenEntry } from '../examples/reveal-examples.ts';
import { untilRecorded } from '../until-recorded.ts';
import { maySee } from './canary.ts';
import { send, startWalk, type Walk, type WalkCaller } from './walk.ts';

let walk: Walk;
const callers: WalkCaller[] = [];
let outsider: WalkCaller;
const names = Object.keys(operations).filter((name): name is OperationName => name !== 'Watch');

beforeAll(async () => {
  walk = await startWalk();
  const without = (...missing: Scope[]) => scopes.filter((scope) => !missing.includes(scope));
  await addCaller('all scopes', scopes);
  await addCaller('all but secrets/read and sensitive/read', without('sensitive/read', 'secrets/read'));
  await addCaller('the scopes of readers', readOnlyScopes);
  for (const scope of scopes.filter((scope) => /read|manage/.test(scope)))
    await addCaller(`all but ${scope}`, without(scope));
  await openReveals();
  const bounds = { types: ['elsewhere.*'], queues: ['elsewhere-*'], stores: ['elsewhere-*'] };
  outsider = {
    ...{ name: 'all scopes, and bounds that hold nothing of this', scopes: new Set(scopes), isOutside: true },
    token: await walk.service.boundedKey(bounds),
  };
}, 60_000);
afterAll(() => walk.close());

async function addCaller(name: string, of: readonly Scope[]): Promise<void> {
  const token = of === scopes ? walk.service.allKey : await walk.service.key(...of);
  callers.push({ name, scopes: new Set(of), token });
}

/** What the caller who sees no sensitive value otherwise has revealed for the whole walk: an entry and a run. */
const revealed: { id: string; prefix: RegExp }[] = [];

async function openReveals(): Promise<void> {
  const { token = '' } = callers.find(({ name }) => name === 'all but sensitive/read') ?? {};
  const entry = { target: await hiddenEntry(walk), prefix: /^SaveState\/value#hidden/ };
  const run = { target: { taskId: 'all', runCount: 1 }, prefix: /^(?:CreateTask\/input|run\/output)#hidden/ };
  for (const { target, prefix } of [entry, run]) {
    const { body } = await walk.must('CreateReveal', { request: { token, ...bodyFor(walk, target) } });
    revealed.push({ id: (body as { id: string }).id, prefix });
  }
}

/** Who calls an operation: those of the list who may, and one with its needed scopes alone, with the seeing ones and without. */
async function callersOf({ method, scopes: needed, optionalScopes = [] }: Operation): Promise<WalkCaller[]> {
  const own = typeof needed === 'string' ? [] : needed;
  const narrow = async (name: string, of: readonly Scope[]) => ({
    name,
    scopes: new Set(of),
    token: await walk.service.key(...of),
  });
  const sees: readonly Scope[] = ['sensitive/read', 'secrets/read'];
  return [
    outsider,
    ...callers
      .slice(0, method === 'GET' ? undefined : 2)
      .filter(({ scopes }) => own.every((scope) => scopes.has(scope))),
    await narrow('its needed scopes alone', own),
    ...(optionalScopes.length > 0 ? [await narrow('its needed scopes and the seeing ones', [...own, ...sees])] : []),
  ];
}

test.for(names)('%s tells no caller what its scopes do not allow', async (name) => {
  const operation = operations[name];
  const asking = await callersOf(operation);
  const leaks =
    operation.method === 'GET'
      ? await Promise.all(asking.map((caller) => walk.leaks(name, caller)))
      : await Array.fromAsync(asking, (caller) => walk.leaks(name, caller)); // each plants what it changes
  expect([...new Set(leaks.flat())]).toEqual([]);
});

test('a reveal shows the hidden values of its entry or run alone', async () => {
  const caller = callers.find(({ name }) => name === 'all but sensitive/read');
  for (const { id, prefix } of revealed) {
    const { text } = await send(walk.service, 'GetRevealed', { params: { id } }, caller?.token ?? '');
    const shown = walk.canaries.in(text).filter(({ needs }) => needs?.includes('sensitive/read'));
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter(({ place }) => !prefix.test(place))).toEqual([]);
  }
});

/** What no answer here can have, and why. */
const notShown = [
  /^(?:AcquireLock|BulkTransaction|SignIn)\b/, // a lock that was just acquired is no run's
  /^(?:Create|Rotate)ApiKey\.(?:lastUsed|successorId)/, // it is new
  /^(?:Get|List)ErrorGroups?\..*\bcode$/, // no planted error has one
  /^WaitingFor\.(?:child\.waitingFor\.)?(?:aheadCount|concurrency(?:Key|Limit)|holder\.since|slots|worker(?:Count)?)$/, // a busy worker, a dead worker
  /^Worker\.(?:running\.|replacedBy$)|^BulkOperation\.(?:silentSince|takenOverOn)$/, // a busy worker, a dead service
  /^GetDeployment\.(?:blobStore\.problem|database\.replicas\.\w+)$/, // the blob store works, and there is no replica
  /^Get(?:Step)?ErrorFrames\.(?:frames\.(?:original|source)\b|problem$)/, // its worker runs no bundle and sends no source map
  /^GetRetention\.value\.due\.oldestOn$/, // nothing here is that old
  /^BulkOperation\.stageActedOn$|^BulkResult\.endedOn$/, // no worker ends the runs that a bulk operation started
  /^(?:Create|Update)Alert\.(?:lastNotice|mutedUntil)|Alerts?\.(?:value\.)?channels\.to$/, // new; no mail server
  /^ListAlertDeliveries\.value\.nextAttemptOn$/, // a refused delivery is not tried again
  /^CreateValueIndex\.(?:bytes|entryCount|progress)$/, // its building has not begun
  /\.dataAgeInMs$/, // nothing here is read from a replica
  /\.mustAddPasskey$/, // no scope needs a passkey here
  /^List(?:LogsOfTasks|Tasks)\.searchedTo$/, // a search that takes longer than that of a few lines or tasks
  /^Statistics\.stuck\.otherReasons$/, // fewer than fifty causes
  /^List(?:EventWaits|TaskExternalEvents|Secrets|Stores|Uploads|ValueIndexes|Workers)\.nextLink$/, // lists of one
];

test('every field of every record has been in an answer', () => {
  expect(walk.fields.missing().filter((field) => !notShown.some((pattern) => pattern.test(field)))).toEqual([]);
});

test('every field for any JSON has held a sensitive value, but for those that no pointer can name', () => {
  expect(walk.fields.withoutHidden()).toEqual([
    'Approval.asked.after',
    'Approval.asked.before',
    'TaskType.exampleInput',
  ]);
});

test('log, metrics, notifications and the documents that need no token hold no canary', async () => {
  const open = ['/metrics', '/v1/openapi.json', '/healthz', '/readyz'];
  const texts = await Promise.all(open.map(async (path) => (await walk.service.call('GET', path)).text));
  expect(walk.logged()).toContain('"operation":"CreateTask"');
  expect(walk.notified()).toContain('"t":["all"]');
  expect(walk.canaries.in([walk.logged(), walk.notified(), ...texts].join('\n'))).toEqual([]);
});

test('the audit trail holds no sensitive value and no secret', async () => {
  await untilRecorded(walk.service.database);
  const [row] = await walk.service.database<
    { text: string }[]
  >`select string_agg(r::text, '') as text from audit_record r`;
  const told = walk.canaries.in(row?.text ?? '');
  expect(told.map(({ place }) => place)).toContain('CancelTask/reason');
  const reader = new Set<Scope>(['audit/read']);
  expect(told.filter((canary) => !maySee(canary, reader, 'ListAudit'))).toEqual([]);
});

test('no table holds a password, a secret or a token as it is', async () => {
  const { database } = walk.service;
  const tables = await database<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await database<{ text: string | null }[]>`
        select string_agg(r::text, '') as text from ${database(name)} r`;
      const kept = walk.canaries
        .in(row?.text ?? '')
        .filter((canary) => canary.in !== undefined || canary.through === 'nobody');
      return kept.map(({ place }) => `${name} holds ${place}`);
    }),
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(found.flat()).toEqual([]);
});
