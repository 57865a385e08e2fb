import { beforeEach, describe, expect, test } from 'vitest';
import type {
  ErrorGroupDetails,
  ExternalEvent,
  JsonObject,
  JsonValue,
  Scope,
  StateResponse,
  Statistics,
  Step,
  TaskComparison,
  TaskError,
  TaskHistoryResponse,
  TaskResponse,
} from '#contract';
import type { StoreRecord } from '#state';
import { type Guarded, guard } from './guarded.ts';
import { seeComparison } from './see-comparison.ts';
import { seeErrorGroup, seeErrorGroupDetails } from './see-error-group.ts';
import { seeEvents } from './see-event.ts';
import { seeRuns } from './see-run.ts';
import { savedBlobLength, seeChangedState, seeSavedState, seeState } from './see-state.ts';
import { seeStatistics } from './see-statistics.ts';
import { seeRevealedSteps, seeSteps } from './see-step.ts';
import { seeStore } from './see-store.ts';
import { seeTask } from './see-task.ts';

const then = '2026-01-01T00:00:00.000Z';
const marker = { $redacted: true };
const error: TaskError = { name: 'E', message: 'pin 7', stack: 'at pin 7', code: 'PIN7', fingerprint: 'f' };
const hiddenError = { name: 'E', message: '[redacted]', fingerprint: 'f' };

const noted: string[] = [];
beforeEach(() => void noted.splice(0));
const viewer = (...scopes: readonly Scope[]) => ({
  may: (scope: Scope) => scopes.includes(scope),
  noteShown: (target: string, pointers: readonly string[]) => void noted.push(`${target}: ${pointers.join(' ')}`),
  caller: {},
});
const blind = viewer();
const trusted = viewer('sensitive/read');

/** What the engine answers for the sensitive pointers of tasks. Other tasks than these have none. */
const engineWith = (pointers: Record<string, readonly string[]>) => ({
  sensitivePointers: async (ids: readonly string[]) =>
    new Map(ids.flatMap((id) => (pointers[id] ? [[id, [...pointers[id]]] as const] : []))),
  coveredTasks: async (ids: readonly string[]) =>
    new Map(
      ids.flatMap((id) => (pointers[id] ? [[id, { pointers: [...pointers[id]], createdOn: then }] as const] : [])),
    ),
});

const unasked = () => Promise.reject(new Error('nobody needs pointers here'));
const unaskedEngine = { sensitivePointers: unasked, coveredTasks: unasked };

const task: TaskResponse = {
  ...{ id: 't', type: 'a', tags: {}, queue: 'q', priority: 0, status: 'failed', runCount: 1, attempt: 1, etag: '"1"' },
  ...{ createdOn: then, createdBy: 'ada', lastModifiedOn: then, lastModifiedBy: 'ada' },
};

describe('a task', () => {
  const seen = (by: typeof blind, more: Partial<TaskResponse>) =>
    seeTask(by, guard<TaskResponse>({ ...task, ...more }));
  const values = { input: { pin: 7, no: 1 }, output: { sum: 7 } };

  test('without sensitive pointers is shown, and nothing is noted', async () => {
    for (const sensitive of [undefined, []]) {
      const given = { ...values, error, ...(sensitive && { sensitive }) };
      expect(await seen(blind, given)).toEqual({ ...task, ...given });
      expect(await seen(trusted, given)).toEqual({ ...task, ...given });
    }
    expect(noted).toEqual([]);
  });

  test('has markers at its pointers and no message of its error', async () => {
    const sensitive = ['/input/pin', '/output'];
    expect(await seen(blind, { ...values, error, sensitive })).toEqual({
      ...{ ...task, sensitive, error: hiddenError },
      ...{ input: { pin: marker, no: 1 }, output: marker },
    });
    expect(await seen(blind, { sensitive })).toStrictEqual({ ...task, sensitive });
  });

  test('is shown to who may see it, and noted with the pointers whose values it holds', async () => {
    const sensitive = ['/input', '/inputs', '/output/sum', '/steps/a'];
    expect(await seen(trusted, { input: 1, sensitive })).toEqual({ ...task, input: 1, sensitive });
    await seen(trusted, { output: 1, sensitive });
    await seen(trusted, { error, sensitive });
    await seen(trusted, { sensitive });
    expect(noted).toEqual(['task t: /input', 'task t: /output/sum', `task t: ${sensitive.join(' ')}`, 'task t: ']);
  });
});

test('runs have the pointers of their task', async () => {
  const run: TaskHistoryResponse = {
    ...{ taskId: 't', runCount: 2, isCurrent: true, trigger: 'create', triggeredBy: 'ada', status: 'failed' },
    ...{ attempt: 1, queuedOn: then, stepCounts: { total: 0, succeeded: 0, failed: 0, active: 0 } },
    ...{ input: 1, output: 2, error },
  };
  const engine = engineWith({ t: ['/input'], u: ['/output'] });
  const runs = [guard<TaskHistoryResponse>(run)];
  expect(await seeRuns({ engine }, blind, 't', runs)).toEqual([{ ...run, input: marker, error: hiddenError }]);
  expect(await seeRuns({ engine }, blind, 'other', runs)).toEqual([run]);
  expect(await seeRuns({ engine }, trusted, 't', runs)).toEqual([run]);
  expect(noted).toEqual(['task t run 2: /input']);
  expect(await seeRuns({ engine: unaskedEngine }, blind, 't', [])).toEqual([]);
});

test('events have the pointers of their task below their name', async () => {
  const event = (id: string, taskId: string, name: string): ExternalEvent => ({
    ...{ id, taskId, name, data: { value: { by: 'ada', ok: 1 } }, raisedOn: then, raisedBy: 'ada', runCount: 1 },
  });
  const events = [event('1', 't', 'a/b'), event('2', 't', 'a'), event('3', 'u', 'a/b')];
  const engine = engineWith({ t: ['/events/a~1b/by', '/input'] });
  const given = events.map((one) => guard<ExternalEvent>(one));
  const seen = await seeEvents({ engine }, blind, given);
  expect(seen).toEqual([{ ...events[0], data: { value: { by: marker, ok: 1 } } }, events[1], events[2]]);
  expect(await seeEvents({ engine }, trusted, given)).toEqual(events);
  expect(noted).toEqual(['event 1 of task t: /events/a~1b/by', 'event 2 of task t: ', 'event 3 of task u: ']);
  expect(await seeEvents({ engine: unaskedEngine }, blind, [])).toEqual([]);
});

describe('steps', () => {
  const step = (name: string, more: Partial<Step>): Step => ({
    ...{
      taskId: 't',
      runCount: 1,
      sequence: 0,
      name,
      kind: 'step',
      status: 'succeeded',
      attempts: [],
      startedOn: then,
    },
    ...more,
  });
  const covers: Record<string, string[]> = { 'vault/card': ['/pin'], 'other/card': [''] };
  const asked: string[] = [];
  const state = {
    readCover: async ({ storeName }: { storeName: string }, ids: readonly string[]) => {
      asked.push(`${storeName}: ${ids.join(' ')}`);
      return (id: string, version: number) => (version === 2 ? (covers[`${storeName}/${id}`] ?? []) : []);
    },
  };
  const seen = (engine: ReturnType<typeof engineWith>, ...steps: Step[]) =>
    seeSteps(
      { engine, state },
      blind,
      't',
      steps.map((one) => guard<Step>(one)),
    );
  const outputs = async (engine: ReturnType<typeof engineWith>, ...steps: Step[]) =>
    (await seen(engine, ...steps)).map(({ output }) => output);

  test('have the pointers of their task below their name and below the event that they waited for', async () => {
    const engine = engineWith({ t: ['/steps/a~1b/pin', '/events/go/by'] });
    const output = { pin: 7, by: 'ada' };
    expect(
      await outputs(
        engine,
        step('a/b', { output }),
        step('a', { output }),
        step('wait', { kind: 'event', eventName: 'go', output }),
        step('stop', { kind: 'event', eventName: 'stop', output }),
      ),
    ).toEqual([{ pin: marker, by: 'ada' }, output, { pin: 7, by: marker }, output]);
  });

  test('have the pointers of the child whose output they hold, and of no other', async () => {
    const engine = engineWith({ child: ['/output/sum', '/input'], t: [], other: ['/output'], open: [] });
    const output = { sum: 7 };
    const steps = [step('a', { childTaskId: 'child', output }), step('b', { childTaskId: 'open', output })];
    expect(await outputs(engine, ...steps, step('c', { output }))).toEqual([{ sum: marker }, output, output]);
  });

  test('hide what a child left that is deleted, also when another task has its id since', async () => {
    const engine = engineWith({ t: [], child: [] });
    const left = (childTaskId: string, endedOn: string) => step('wait', { childTaskId, endedOn, output: 7, error });
    const [before, same, after] = ['2025-12-31T23:59:59.999Z', then, '2026-01-01T00:00:00.001Z'];
    const steps = [left('gone', after), left('child', before), left('child', same), left('child', after)];
    const records = await seen(engine, ...steps);
    expect(records.map(({ output }) => output)).toEqual([marker, marker, 7, 7]);
    expect(records.map((record) => record.error)).toEqual([hiddenError, hiddenError, error, error]);
  });

  test('hide their errors and those of their attempts when task or child have pointers', async () => {
    const attempts = [
      { attempt: 1, startedOn: then, error },
      { attempt: 2, startedOn: then },
    ];
    const failed = step('a', { error, attempts, childTaskId: 'child' });
    const hidden = { ...failed, error: hiddenError, attempts: [{ ...attempts[0], error: hiddenError }, attempts[1]] };
    expect(await seen(engineWith({ t: ['/input'] }), failed)).toStrictEqual([hidden]);
    expect(await seen(engineWith({ child: ['/input'] }), failed)).toStrictEqual([hidden]);
    expect(await seen(engineWith({ other: ['/input'], child: [] }), failed)).toStrictEqual([failed]);
  });

  test('show of the entries that they read what the entries show, alone, in lists and in pages', async () => {
    const blob = { contentLength: 1 };
    const read = (storeName: string, id: string, more: JsonObject = {}): JsonObject => ({
      ...{ storeName, id, version: 2, value: { pin: 7, name: 'x', no: 1 }, valueBytes: 9, blob },
      ...more,
    });
    const kept = { storeName: 'vault', id: 'card', version: 2, blob };
    const covered = { ...kept, value: { pin: marker, name: 'x', no: 1 } };
    const whole = { storeName: 'other', id: 'card', version: 2, value: marker };
    const open = read('vault', 'open');
    const cases: [given: JsonValue, shown: JsonValue][] = [
      [read('vault', 'card'), covered],
      [read('other', 'card'), whole],
      [open, open],
      [read('vault', 'card', { version: 1 }), read('vault', 'card', { version: 1 })],
      [
        read('vault', 'open', { sensitive: ['/name', 7] }),
        { ...kept, id: 'open', value: { pin: 7, name: marker, no: 1 }, sensitive: ['/name', 7] },
      ],
      [
        [read('vault', 'card'), open],
        [covered, open],
      ],
      [
        { value: [read('vault', 'card')], nextLink: 'x' },
        { value: [covered], nextLink: 'x' },
      ],
      [{ value: 'text' }, { value: 'text' }],
      ['text', 'text'],
      [
        { storeName: 'vault', id: 'open' },
        { storeName: 'vault', id: 'open' },
      ],
    ];
    asked.splice(0);
    const steps = cases.map(([output]) => step('read', { kind: 'state', output }));
    expect(await outputs(engineWith({}), ...steps)).toEqual(cases.map(([, shown]) => shown));
    expect(asked).toEqual(['vault: card open', 'other: card']);
    expect(await outputs(engineWith({}), step('no read', { output: read('vault', 'card') }))).toEqual([
      read('vault', 'card'),
    ]);
    expect(await outputs(engineWith({}), step('under way', { kind: 'state' }))).toEqual([undefined]);
  });

  test('are noted by the task, the child and the entries whose sensitive values they hold', async () => {
    const engine = engineWith({ t: ['/output', '/steps/a/pin', '/events/go/by'], child: ['/output/sum', '/input'] });
    const notesOf = async (...steps: Step[]) => {
      noted.splice(0);
      const guarded = steps.map((each) => guard<Step>(each));
      expect(await seeSteps({ engine, state }, trusted, 't', guarded)).toEqual(steps);
      return [...noted];
    };
    const output = { pin: 7 };
    const own = 'steps of task t:';
    expect(await notesOf(step('b', { output }), step('a', {}))).toEqual([]);
    expect(await notesOf(step('gone', { output, childTaskId: 'gone' }))).toEqual(['task gone: /output']);
    expect(await notesOf(step('a', { output }), step('a', { output }))).toEqual([`${own} /steps/a/pin`]);
    expect(await notesOf(step('e', { eventName: 'go', output }))).toEqual([`${own} /events/go/by`]);
    const all = [`${own} /output /steps/a/pin /events/go/by`, 'task child: /output/sum /input'];
    expect(await notesOf(step('b', { childTaskId: 'child', output }))).toEqual(['task child: /output/sum']);
    expect(await notesOf(step('b', { childTaskId: 'child', error }))).toEqual(all);
    const attempts = [{ attempt: 1, startedOn: then, error }];
    expect(await notesOf(step('b', { childTaskId: 'child', attempts }))).toEqual(all);
    const read = [
      { storeName: 'vault', id: 'card', version: 2, value: 1, sensitive: ['/then'] },
      { storeName: 'vault', id: 'open', version: 2, value: 1 },
    ];
    expect(await notesOf(step('b', { kind: 'state', output: read }))).toEqual(['entry vault/card: /then /pin']);
    expect(await seeSteps({ engine: unaskedEngine, state }, trusted, 't', [])).toEqual([]);
  });

  test('of a revealed run show what their task hides, and neither a child nor an entry', async () => {
    const engine = engineWith({ t: ['/steps/a/pin', '/steps/b/pin', '/steps/c/0'], child: ['/output/sum'] });
    const read = [{ storeName: 'vault', id: 'card', version: 2, value: { pin: 7 }, sensitive: ['/pin'] }];
    const steps = [
      step('a', { output: { pin: 7 }, error }),
      step('b', { childTaskId: 'child', output: { pin: 7, sum: 7 }, error }),
      step('c', { kind: 'state', output: read }),
    ];
    const guarded = steps.map((each) => guard<Step>(each));
    const [own, ofChild, ofEntry] = await seeRevealedSteps({ engine, state }, blind, 't', guarded);
    expect(own).toEqual(steps[0]);
    expect(ofChild).toMatchObject({ output: { pin: 7, sum: marker }, error: hiddenError });
    expect(ofEntry?.output).toMatchObject([{ value: { pin: marker } }]);
    expect(noted.map((note) => note.split(':')[0])).toEqual(['steps of task t']);
    expect(await seeRevealedSteps({ engine, state }, trusted, 't', guarded)).toEqual(steps);
  });
});

describe('an entry', () => {
  const writer = { kind: 'operator', id: 'o', name: 'ada' } as const;
  const blob = {
    ...{ contentLength: 3, contentType: 'a/b', contentHash: '0', etag: '"b"', versionId: 'v' },
    ...{ lastModifiedOn: then, metadata: {} },
  };
  const entry: StateResponse = {
    ...{ storeName: 's', id: 'e', contentType: 'a/b', hasBlob: true, etag: '"1"', version: 1, tags: { a: 'b' } },
    ...{ createdOn: then, createdBy: writer, lastModifiedOn: then, lastModifiedBy: writer },
  };
  const full = { ...entry, value: { pin: 7, no: 1 }, valueBytes: 9, blob };
  const closed = (record: StateResponse): Guarded<StateResponse> => guard<StateResponse>(record);

  test('without pointers is shown; with them it has markers, and its blob when it is not sensitive as a whole', async () => {
    expect(await seeState(blind, closed(full))).toEqual(full);
    expect(await seeState(blind, closed({ ...full, sensitive: [] }))).toEqual({ ...full, sensitive: [] });
    const partly = { ...entry, value: { pin: marker, no: 1 }, blob, sensitive: ['/pin'] };
    expect(await seeState(blind, closed({ ...full, sensitive: ['/pin'] }))).toStrictEqual(partly);
    const wholly = { ...entry, value: marker, sensitive: [''] };
    expect(await seeState(blind, closed({ ...full, sensitive: [''] }))).toStrictEqual(wholly);
    const ended = { ...entry, valueBytes: 0, sensitive: [''] };
    expect(await seeState(blind, closed(ended))).toStrictEqual(ended);
    expect(noted).toEqual([]);
  });

  test('is noted for who may see it when it has a value or a blob', async () => {
    for (const [more, notes] of [[{ value: 1 }, 1] as const, [{ blob }, 1] as const, [{}, 0] as const]) {
      const given = { ...entry, ...more, sensitive: ['/pin'] };
      expect(await seeState(trusted, closed(given))).toEqual(given);
      expect(noted.splice(0)).toEqual(Array.from({ length: notes }, () => 'entry s/e: /pin'));
    }
  });

  test('that was changed shows who may not read state neither value, blob nor tags', async () => {
    expect(await seeChangedState(blind, closed(full))).toStrictEqual({ ...entry, tags: {} });
    expect(await seeChangedState(viewer('state/read'), closed(full))).toEqual(full);
  });

  test('that was saved shows who may not read state what the save gave, and no more', async () => {
    const saved = (by: typeof blind, given: Parameters<typeof seeSavedState>[2]) =>
      seeSavedState(by, closed(full), given);
    expect(await saved(viewer('state/read'), {})).toEqual(full);
    const { tags: _, blob: __, ...rest } = full;
    expect(await saved(blind, {})).toStrictEqual({ ...rest, tags: {} });
    expect(await saved(blind, { tags: { c: 'd' }, hasContent: true })).toStrictEqual({
      ...rest,
      tags: { c: 'd' },
      blob,
    });
    const bare = await seeSavedState(blind, closed(entry), { hasContent: true });
    expect(bare).not.toHaveProperty('blob');
  });

  test('tells the audit trail the length of its blob', () => {
    expect([savedBlobLength(closed(full)), savedBlobLength(closed(entry))]).toEqual([3, 0]);
  });
});

test('a store with sensitive values tells its sizes to who may see them', () => {
  const store = { name: 's', entryCount: 2, createdOn: then, policyEtag: '"0"' };
  const sizes = { valueBytes: 3, blobBytes: 4 };
  const seen = (by: typeof blind, holdsSensitive: boolean) =>
    seeStore(by, guard<StoreRecord>({ ...store, ...sizes, holdsSensitive }));
  expect(seen(blind, true)).toStrictEqual(store);
  for (const shown of [seen(blind, false), seen(trusted, true)]) expect(shown).toStrictEqual({ ...store, ...sizes });
});

test('a group of errors that can quote sensitive values has no message', () => {
  const group: ErrorGroupDetails = {
    ...{ id: 'g', type: 'a', status: 'new', error: { name: 'E', message: 'pin 7' }, isSensitive: true },
    ...{ failureCount: 1, occurrences: { from: then, intervalInMs: 1, counts: [] }, taskCount: 1, failedTaskCount: 1 },
    ...{ firstSeenOn: then, lastSeenOn: then, fingerprints: ['f'], versions: [], etag: '"1"' },
    latest: { taskId: 't', runCount: 1, endedOn: then, error },
  };
  const { latest, ...rest } = group;
  const hidden = { ...rest, error: { name: 'E', message: '[redacted]' } };
  expect(seeErrorGroupDetails(blind, guard<ErrorGroupDetails>(group))).toStrictEqual({
    ...hidden,
    latest: { ...latest, error: hiddenError },
  });
  expect(seeErrorGroup(blind, guard<ErrorGroupDetails>(rest))).toStrictEqual(hidden);
  expect(seeErrorGroupDetails(blind, guard<ErrorGroupDetails>(rest))).toStrictEqual(hidden);
  const open = { ...group, isSensitive: false };
  expect(seeErrorGroupDetails(blind, guard<ErrorGroupDetails>(open))).toEqual(open);
  expect(seeErrorGroup(trusted, guard<ErrorGroupDetails>(open))).toEqual(open);
  expect(noted).toEqual([]);
  expect(seeErrorGroupDetails(trusted, guard<ErrorGroupDetails>(group))).toEqual(group);
  expect(noted).toEqual(['error group g: /error']);
});

test('statistics hide the message of a failure whose task has pointers', async () => {
  const failure = (taskId: string) => ({
    ...{ fingerprint: 'f', error: { name: 'E', message: 'pin 7' }, type: 'a', count: 1 },
    ...{ firstSeenOn: then, lastSeenOn: then, taskId },
  });
  const figures: Statistics = {
    ...{ from: then, to: then, byStatus: [], ended: [], intervalInMs: 1, failureRate: 0, stuck: [], nextSchedules: [] },
    errors: [failure('t'), failure('u')],
    workers: { live: 0, slots: 0, busy: 0 },
  };
  const seen = await seeStatistics(engineWith({ t: ['/input'] }), blind, guard<Statistics>(figures));
  const hidden = { ...failure('t'), error: { name: 'E', message: '[redacted]' } };
  expect(seen).toEqual({ ...figures, errors: [hidden, failure('u')] });
  expect(await seeStatistics(unaskedEngine, trusted, guard<Statistics>(figures))).toEqual(figures);
});

test('a comparison is noted with the sensitive values that it shows, if any', () => {
  const side = { count: 1, isSampled: false };
  const comparison: TaskComparison = { matching: side, others: side, fields: [] };
  for (const shown of [[], ['/input/pin']])
    expect(seeComparison(trusted, guard({ comparison, shown }))).toEqual(comparison);
  expect(noted).toEqual(['compared tasks: /input/pin']);
});
