import { afterEach, expect, test, vi } from 'vitest';
import { operations, TaskdeckError } from '#contract';
import { anonymous } from '../access/caller.ts';
import { toFailure } from '../http/problem.ts';
import { auditEntriesOf, createRefusalBudget } from './entry.ts';
import type { Subject } from './subject.ts';

afterEach(() => vi.useRealTimers());

const exchange = {
  caller: { ...anonymous, kind: 'apiKey' as const, id: '7', name: 'ci' },
  note: {},
  address: '::1',
  requestId: 'r',
  subject: { params: { id: 'a' } },
};
type Given = Partial<Parameters<typeof auditEntriesOf>[0]>;
const entriesOf = (more: Given = {}) =>
  auditEntriesOf({
    name: 'CancelTask',
    operation: operations.CancelTask,
    exchange,
    status: 200,
    failure: undefined,
    ...more,
  });
const entryOf = (more: Given = {}) => {
  const [entry, ...others] = entriesOf(more);
  if (entry === undefined || others.length > 0) throw new Error('there is one entry');
  return entry;
};

test('an entry says who did what to what, from where', () => {
  expect(entryOf()).toEqual({
    identity: { kind: 'apiKey', id: '7', name: 'ci' },
    operation: 'CancelTask',
    target: { kind: 'task', id: 'a' },
    sourceAddress: '::1',
    requestId: 'r',
    outcome: 'succeeded',
    status: 200,
  });
});

test('what failed inside is told from what was refused', () => {
  const refused = toFailure(new TaskdeckError('InvalidTransition', 'it has ended'));
  expect(entryOf({ status: 409, failure: refused })).toMatchObject({
    outcome: 'refused',
    detail: 'InvalidTransition: it has ended',
  });
  const away = toFailure(new TaskdeckError('ServiceUnavailable', 'away'));
  expect(entryOf({ status: 503, failure: away }).outcome).toBe('failed');
  expect(entryOf({ status: 499, failure: refused }).outcome).toBe('refused');
  expect(entryOf({ status: 500, failure: toFailure(new Error('hidden')) })).toMatchObject({
    outcome: 'failed',
    detail: expect.not.stringContaining('hidden'),
  });
});

test('a note by the verb goes before what the path says; a failure before the note', () => {
  const note = { target: 'b', detail: 'said so', caller: { kind: 'operator' as const, id: '1', name: 'ada' } };
  const noted = { exchange: { ...exchange, note } };
  expect(entryOf(noted)).toMatchObject({
    identity: { kind: 'operator', name: 'ada' },
    target: { id: 'b' },
    detail: 'said so',
  });
  const failure = toFailure(new TaskdeckError('TaskNotFound', 'there is none'));
  expect(entryOf({ ...noted, failure, status: 404 }).detail).toBe('TaskNotFound: there is none');
});

test.for([
  ['UpdateOperator', { id: 'o' }, { kind: 'operator', id: 'o' }],
  ['DeleteApiKey', { id: 'k' }, { kind: 'apiKey', id: 'k' }],
  ['SetSecret', { name: 'S' }, { kind: 'secret', id: 'S' }],
  ['SetStorePolicy', { storeName: 's' }, { kind: 'store', id: 's' }],
  ['SaveState', { storeName: 's', id: 'e' }, { kind: 'state', id: 's/e' }],
  ['UploadBlob', { storeName: 's', id: 'e' }, { kind: 'blob', id: 's/e' }],
  ['RaiseTaskEvent', { id: 't', name: 'go' }, { kind: 'task', id: 't' }],
  ['CreateTask', {}, undefined],
  ['AcquireLock', { name: 'l' }, { kind: 'lock', id: 'l' }],
  ['ReleaseLock', { name: 'l' }, { kind: 'lock', id: 'l' }],
  ['RestoreState', { storeName: 's' }, { kind: 'state', id: 's' }],
  ['UndoState', { storeName: 's' }, { kind: 'state', id: 's' }],
  ['AbandonUpload', { uploadId: 'u' }, { kind: 'blob', id: 'u' }],
  ['SignOut', {}, undefined],
] as const)('the target of %s with %j is %j', ([name, params, target]) => {
  expect(entryOf({ name, operation: operations[name], exchange: { ...exchange, subject: { params } } }).target).toEqual(
    target,
  );
});

test('a target is named by the path, then by the body, then by the answer', () => {
  const idOf = (name: 'CreateTask' | 'RestoreState' | 'SignIn', subject: Subject) =>
    entryOf({ name, operation: operations[name], exchange: { ...exchange, subject } }).target?.id;
  expect(idOf('CreateTask', { params: {}, answered: { id: 'made' } })).toBe('made');
  expect(idOf('CreateTask', { params: {}, body: { id: 'wanted' }, answered: { id: 'made' } })).toBe('wanted');
  expect(idOf('RestoreState', { params: { storeName: 's' }, body: { id: 'a/b', storeName: 'x' } })).toBe('s/a/b');
  expect(idOf('SignIn', { params: {}, body: { email: 'ada@example.com', password: 'p' } })).toBe('ada@example.com');
  expect(idOf('SignIn', { params: {}, body: 'no record' })).toBeUndefined();
});

test.for([
  ['GetTask', { id: 't' }, { kind: 'task', id: 't' }],
  ['ListSteps', { id: 't', runCount: '1' }, { kind: 'task', id: 't' }],
  ['GetState', { storeName: 's', id: 'a/b' }, { kind: 'state', id: 's/a/b' }],
  ['ListState', { storeName: 's' }, { kind: 'state', id: 's' }],
  ['GetStore', { storeName: 's' }, { kind: 'store', id: 's' }],
  ['GetBlob', { storeName: 's', id: 'e' }, { kind: 'blob', id: 's/e' }],
  ['GetLock', { name: 'l' }, { kind: 'lock', id: 'l' }],
  ['ListAudit', {}, undefined],
] as const)('the target of the read %s with %j is %j', ([name, params, target]) => {
  expect(entryOf({ name, operation: operations[name], exchange: { ...exchange, subject: { params } } }).target).toEqual(
    target,
  );
});

test('the sensitive values that an answer showed are named by record and pointer', () => {
  const revealed = [
    { target: 'task a', pointers: ['/input/x', '/output'] },
    { target: 'entry s/b', pointers: [''] },
  ];
  const shown = 'sensitive values shown: task a /input/x /output; entry s/b all';
  expect(entryOf({ exchange: { ...exchange, note: { revealed } } }).detail).toBe(shown);
  expect(entryOf({ exchange: { ...exchange, note: { revealed, detail: 'why' } } }).detail).toBe(`why; ${shown}`);
});

test('more sensitive values than one record has space for are in several, none left out', () => {
  const revealed = Array.from({ length: 200 }, (_, index) => ({ target: `entry people/${index}`, pointers: ['/ssn'] }));
  const wide = { target: 'task a', pointers: Array.from({ length: 300 }, (_, index) => `/input/list/${index}`) };
  const details = entriesOf({
    exchange: { ...exchange, note: { detail: 'why', revealed: [...revealed, wide] } },
  }).map(({ detail }) => detail ?? '');
  expect(details.length).toBeGreaterThan(4);
  expect(details.every((detail) => detail.length <= 2_000)).toBe(true);
  const places = details.flatMap((detail) => detail.match(/entry people\/\d+ \/ssn|\/input\/list\/\d+/g) ?? []);
  expect(places).toEqual([...revealed.map(({ target }) => `${target} /ssn`), ...wide.pointers]);
  expect(details[0]).toMatch(/^why; sensitive values shown: /);
});

test('text that PostgreSQL cannot hold, or that is very long, is made to fit', () => {
  const entry = entryOf({
    exchange: { ...exchange, subject: { params: { id: 'a\u0000\ud800b' } }, note: { detail: 'x'.repeat(5_000) } },
  });
  expect(entry.target?.id).toBe('a\ufffd\ufffdb');
  expect(entry.detail).toHaveLength(2_000);
  const long = entryOf({ exchange: { ...exchange, subject: { params: { id: 'y'.repeat(900) } } } });
  expect(long.target?.id).toHaveLength(600);
});

test('a network has 300 records of refusals a minute, and the first when many are flooded', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 0, 0, 30) });
  const allow = createRefusalBudget();
  const count = (address: string, attempts: number) =>
    Array.from({ length: attempts }, () => allow(address)).filter(Boolean).length;
  expect(count('203.0.113.1', 1_000)).toBe(300);
  expect(count('203.0.113.2', 300)).toBe(300);
  expect(count('2001:db8::1', 200) + count('2001:db8::2', 200)).toBe(300);
  for (let each = 3; each < 10; each++) expect(count(`203.0.113.${each}`, 300)).toBe(300);
  expect(count('203.0.113.10', 300)).toBe(1);
  let networks = 11;
  for (let each = 0; each < 20_000; each++) networks += count(`2001:db8:${each.toString(16)}::1`, 2);
  expect(networks).toBe(10_000);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 59));
  expect(count('203.0.113.1', 10)).toBe(0);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 1, 0));
  expect(count('203.0.113.1', 1_000)).toBe(300);
});
