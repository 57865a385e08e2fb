import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import {
  apiKeyInput,
  auditListQuery,
  operatorInput,
  operatorUpdateInput,
  refreshInput,
  secretInput,
  secretName,
  signInInput,
} from './access.ts';
import { blobMetadata, blobUploadQuery, contentHash, fileName, mediaType, resumableUploadInput } from './blob.ts';
import { eventListQuery, taskEventListQuery, type valueData } from './event.ts';
import type { forkInput, rerunInput } from './history.ts';
import type { JsonValue } from './json.ts';
import { limits } from './limits.ts';
import { lockInput, lockReleaseQuery } from './lock.ts';
import { logWriteInput } from './log.ts';
import { booleanQuery, pageQuery, repeatable } from './paging.ts';
import { fullScope } from './scopes.ts';
import { stateBulkDeleteInput, type stateInput, stateVersionListQuery } from './state.ts';
import { storedTags, tagChanges, tagFilter, tags } from './tags.ts';
import { retryPolicy, schedule, taskConfig, taskPointer, taskUpdateInput } from './task.ts';
import { wholeNumber } from './whole-number.ts';

type Cases = { schema: z.ZodType; takes: readonly unknown[]; refuses: readonly unknown[] };

const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 'v']));
const uploadOf = (more: object) => ({ storeName: 's', id: 'i', contentLength: 1, ...more });
const scopes = [fullScope('tasks/read')];
const person = (more: object = {}) => ({ email: 'a@b', name: 'A', password: '123456789012', scopes: [], ...more });

/** For each input the values at both sides of every rule that it has. */
const inputs: Record<string, Cases> = {
  'a whole number of a query': {
    schema: wholeNumber(1, 10),
    takes: ['1', '10', '010', 1, 10],
    refuses: ['0', '11', '', ' 1', '1 ', '+1', '-1', '0x1', '1e1', '1.0', 'x', 0, 11, 1.5, null, true],
  },
  'a whole number without an end': {
    schema: wholeNumber(0),
    takes: ['0', '9007199254740991', Number.MAX_SAFE_INTEGER],
    refuses: ['9007199254740992', '99999999999999999', Number.MAX_SAFE_INTEGER + 1],
  },
  'a page size': {
    schema: pageQuery.maxPageSize,
    takes: [undefined, '1', '1000'],
    refuses: ['0', '1001', 'all'],
  },
  'a boolean of a query': {
    schema: booleanQuery,
    takes: ['true', 'false'],
    refuses: ['', 'TRUE', '1', 'yes', true],
  },
  'a media type': {
    schema: mediaType,
    takes: ['a/b', 'text/plain; charset=utf-8', 'a/b;c="d e"', 'a/b; c=d; e=f', `a/${'b'.repeat(254)}`],
    refuses: [
      '',
      'a',
      'a/',
      'a b/c',
      'a/b\r\n',
      'a/b\r\nx',
      'a/b c',
      'a/b; c',
      'a/b; c="\n"',
      'a/b; c=é',
      `a/${'b'.repeat(255)}`,
    ],
  },
  'a SHA-256': {
    schema: contentHash,
    takes: ['0'.repeat(64), 'abcdef0123456789'.repeat(4)],
    refuses: ['0'.repeat(63), '0'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)],
  },
  'a file name': {
    schema: fileName,
    takes: ['a', 'a/b', 'line\nbreak', 'x'.repeat(255)],
    refuses: ['', 'a\u0000', 'a\u007f', 'x'.repeat(256)],
  },
  'metadata of a blob': {
    schema: blobMetadata,
    takes: [{}, namesOf(64), { a: '' }, { a: 'x'.repeat(1024) }, { ['x'.repeat(128)]: '' }],
    refuses: [namesOf(65), { '': 'x' }, { a: 1 }, { a: 'x'.repeat(1025) }, { ['x'.repeat(129)]: '' }, []],
  },
  'metadata of a query': {
    schema: blobUploadQuery,
    takes: [{ metadata: '{"a":"b"}' }, {}],
    refuses: [{ metadata: '{' }, { metadata: '{"a":1}' }, { metadata: '[]' }, { overwrite: 'yes' }],
  },
  'a resumable upload': {
    schema: resumableUploadInput,
    takes: [uploadOf({}), uploadOf({ contentLength: 0 })],
    refuses: [uploadOf({ contentLength: -1 }), uploadOf({ contentLength: 0.5 }), uploadOf({ storeName: 'S' })],
  },
  tags: {
    schema: tags,
    takes: [{}, { a: '' }, { a: 'x=y' }, { ['x'.repeat(128)]: 'x'.repeat(256) }, namesOf(limits.tagsPerTask)],
    refuses: [
      { '': 'x' },
      { 'a=b': 'x' },
      { ['x'.repeat(129)]: '' },
      { a: 'x'.repeat(257) },
      { a: null },
      namesOf(limits.tagsPerTask + 1),
    ],
  },
  'tags from before the rule on keys': { schema: storedTags, takes: [{ 'a=b': 'x' }], refuses: [{ a: 1 }] },
  'changes of tags': {
    schema: tagChanges,
    takes: [{ a: 'x' }, { a: null }, { 'a=b': null }],
    refuses: [{ 'a=b': 'x' }, { a: 1 }],
  },
  'a filter of tags': {
    schema: tagFilter,
    takes: ['a=b', ['a=b', 'c='], 'a=b=c', 'a=\n', undefined],
    refuses: ['a', '=b', '=b=c', '', Array.from({ length: 101 }, () => 'a=b')],
  },
  'a value that may come again': {
    schema: repeatable(booleanQuery),
    takes: ['true', ['true', 'false'], [], undefined],
    refuses: ['x', ['true', 'x']],
  },
  'a lock': {
    schema: lockInput,
    takes: [{}, { ttlInMs: 1_000 }, { ttlInMs: 3_600_000, waitInMs: 60_000 }, { fencingToken: 1 }],
    refuses: [{ ttlInMs: 999 }, { ttlInMs: 3_600_001 }, { waitInMs: -1 }, { waitInMs: 60_001 }, { fencingToken: 0 }],
  },
  'the release of a lock': {
    schema: lockReleaseQuery,
    takes: [{ fencingToken: '1' }, { force: 'true' }],
    refuses: [{}, { force: 'false' }, { fencingToken: '0' }],
  },
  'entries of a log': {
    schema: logWriteInput,
    takes: [
      { entries: [{ message: '' }] },
      { entries: [{ message: 'x'.repeat(65_536) }] },
      { entries: Array.from({ length: 1_000 }, () => ({ message: 'x' })) },
    ],
    refuses: [
      { entries: [] },
      { entries: [{ message: 'ä'.repeat(32_769) }] },
      { entries: Array.from({ length: 1_001 }, () => ({ message: 'x' })) },
      { entries: [{ message: 'x', level: 'fatal' }] },
    ],
  },
  'a task': {
    schema: taskConfig,
    takes: [
      { type: 'x' },
      { type: 'x', concurrencyKey: 'k', concurrencyLimit: 1 },
      { type: 'x', priority: -32_768 },
      { type: 'x', priority: 32_767 },
      { type: 'x', timeoutInMs: 1 },
    ],
    refuses: [
      { type: 'x', concurrencyLimit: 1 },
      { type: 'x', concurrencyKey: 'k', concurrencyLimit: 0 },
      { type: 'x', priority: -32_769 },
      { type: 'x', priority: 32_768 },
      { type: 'x', timeoutInMs: 0 },
      { type: 'x', schedule: { cron: '' } },
      { type: 'x', unknown: 1 },
    ],
  },
  'an update of a task': {
    schema: taskUpdateInput,
    takes: [
      {},
      { name: null },
      { name: 'x'.repeat(256) },
      { input: null },
      { tags: { 'a=b': null } },
      { concurrencyLimit: 2 },
    ],
    refuses: [
      { queue: null },
      { name: '' },
      { name: 'x'.repeat(257) },
      { priority: null },
      { type: 'x' },
      { tags: { 'a=b': 'x' } },
    ],
  },
  'a retry policy': {
    schema: retryPolicy,
    takes: [{ maximumAttempts: 1 }, { maximumAttempts: 10_000, backoffCoefficient: 1 }],
    refuses: [{}, { maximumAttempts: 0 }, { maximumAttempts: 10_001 }, { maximumAttempts: 1, backoffCoefficient: 0.9 }],
  },
  'an operator': {
    schema: operatorInput,
    takes: [
      person(),
      person({ email: ' A@B ' }),
      person({ email: `${'a'.repeat(252)}@b` }),
      person({ password: 'x'.repeat(1024), name: 'x'.repeat(128) }),
      person({ scopes }),
    ],
    refuses: [
      person({ email: 'a' }),
      person({ email: 'a b@c' }),
      person({ email: 'a@b c' }),
      person({ email: 'a@b@c' }),
      person({ email: `${'a'.repeat(253)}@b` }),
      person({ password: '12345678901' }),
      person({ password: 'x'.repeat(1025) }),
      person({ name: '' }),
      person({ name: 'x'.repeat(129) }),
      person({ scopes: ['tasks/read'] }),
      person({ isDisabled: true }),
    ],
  },
  'an update of an operator': {
    schema: operatorUpdateInput,
    takes: [{}, { isDisabled: true }],
    refuses: [
      { email: 'a@b' },
      { password: '12345678901' },
      { name: '' },
      { name: 'x'.repeat(129) },
      { isDisabled: 'no' },
    ],
  },
  'a sign-in': {
    schema: signInInput,
    takes: [
      { email: 'a', password: 'x' },
      { email: 'a'.repeat(254), password: 'x'.repeat(1024) },
    ],
    refuses: [
      {},
      { email: '', password: 'x' },
      { email: 'a', password: '' },
      { email: 'a'.repeat(255), password: 'x' },
      { email: 'a', password: 'x'.repeat(1025) },
      { email: 'a', password: 'x', scopes: [] },
    ],
  },
  'a refresh token': {
    schema: refreshInput,
    takes: [{ refreshToken: 'x' }, { refreshToken: 'x'.repeat(256) }, { refreshToken: 'x', rotate: false }],
    refuses: [
      {},
      { refreshToken: 'x', rotate: 'no' },
      { refreshToken: '' },
      { refreshToken: 'x'.repeat(257) },
      { refreshToken: 'x', email: 'a' },
    ],
  },
  'the value of a secret': {
    schema: secretInput,
    takes: [
      { value: 'x' },
      { value: 'x'.repeat(65_536) },
      { value: 'x', types: ['order'], queues: ['default'], hosts: ['*.example.com:8443'] },
      { value: 'x', hosts: [] },
    ],
    refuses: [
      {},
      { value: '' },
      { value: 'x'.repeat(65_537) },
      { value: 'x', name: 'A' },
      { value: 'x', types: [] },
      { value: 'x', queues: ['a b'] },
      { value: 'x', hosts: ['https://example.com'] },
    ],
  },
  'a filter of the audit trail': {
    schema: auditListQuery,
    takes: [
      {},
      { identity: 'x'.repeat(256), operation: 'x'.repeat(128), target: 'x'.repeat(600), outcome: 'refused' },
      { outcome: 'succeeded', occurredAfter: '2026-01-01T00:00:00Z', occurredBefore: '2026-01-02T00:00:00Z' },
      { outcome: 'failed', maxPageSize: '1' },
    ],
    refuses: [
      { identity: 'x'.repeat(257) },
      { operation: 'x'.repeat(129) },
      { target: 'x'.repeat(601) },
      { outcome: 'done' },
      { occurredAfter: 'yesterday' },
      { actor: 'ada' },
    ],
  },
  'an API key': {
    schema: apiKeyInput,
    takes: [
      { name: 'k', scopes },
      { name: 'k', scopes, expiresOn: '2030-01-01T00:00:00Z' },
    ],
    refuses: [
      { name: 'k' },
      { name: 'k', scopes, expiresOn: 'soon' },
      { name: 'k', scopes, key: 'mine' },
      { name: 'k', scopes: [] },
      { name: 'k', scopes: ['tasks/read'] },
      { name: '', scopes },
    ],
  },
  'the name of a secret': {
    schema: secretName,
    takes: ['A', 'a.b_c-9', '...', 'x'.repeat(128)],
    refuses: ['', '.', '..', 'a b', 'a/b', 'x'.repeat(129)],
  },
  'a page of the events of a task': {
    schema: taskEventListQuery,
    takes: [{}, { maxPageSize: '1', continuationToken: 'x' }],
    refuses: [{ maxPageSize: '0' }, { name: 'go' }],
  },
  'a page of versions': {
    schema: stateVersionListQuery,
    takes: [{}, { includeValue: 'true', maxPageSize: '1' }],
    refuses: [{ includeValue: 'yes' }, { maxPageSize: '1001' }, { id: 'a' }],
  },
  'a bulk delete': {
    schema: stateBulkDeleteInput,
    takes: [{ deletes: [{ id: 'a' }] }, { deletes: Array.from({ length: limits.bulkEntries }, () => ({ id: 'a' })) }],
    refuses: [
      {},
      { deletes: [] },
      { deletes: [{}] },
      { deletes: Array.from({ length: limits.bulkEntries + 1 }, () => ({ id: 'a' })) },
      { deletes: [{ id: 'a' }], prefix: 'a' },
    ],
  },
  'a schedule': {
    schema: schedule,
    takes: [{ cron: '* * * * *' }, { cron: 'x'.repeat(256), timeZone: 'x'.repeat(64), until: '2030-01-01T00:00:00Z' }],
    refuses: [
      { cron: '' },
      { cron: 'x'.repeat(257) },
      { cron: 'x', timeZone: 'x'.repeat(65) },
      { cron: 'x', until: '' },
    ],
  },
  'a pointer to what can be sensitive in a task': {
    schema: taskPointer,
    takes: ['/input', '/output/a', '/error', '/steps/a', '/events/a/b'],
    refuses: ['', '/inputs', '/x/input', '/x/error', '/error/message', '/steps', '/events', 'input'],
  },
  'the id of an event': {
    schema: eventListQuery,
    takes: [{ id: '1' }, { id: '9223372036854775807' }],
    refuses: [{ id: '0' }, { id: '01' }, { id: 'x1' }, { id: '1x' }, { id: '9223372036854775808' }, { id: '-1' }],
  },
};

describe.each(Object.entries(inputs))('%s', (_, { schema, takes, refuses }) => {
  test.each(takes.map((value) => [value]))('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });
  test.each(refuses.map((value) => [value]))('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

test('an e-mail address is read in lower case and without blanks; booleans and single values as what they mean', () => {
  expect(operatorInput.parse(person({ email: ' Ada@Example.ORG ' })).email).toBe('ada@example.org');
  expect([booleanQuery.parse('true'), booleanQuery.parse('false')]).toEqual([true, false]);
  expect(repeatable(booleanQuery).parse('true')).toEqual([true]);
  expect(wholeNumber(0).parse('010')).toBe(10);
});

test('the defaults of what is left out', () => {
  expect(lockInput.parse({})).toEqual({ ttlInMs: 30_000, waitInMs: 0 });
  expect(retryPolicy.parse({ maximumAttempts: 3 })).toEqual({
    maximumAttempts: 3,
    initialIntervalInMs: 1_000,
    backoffCoefficient: 2,
    maximumIntervalInMs: 60_000,
  });
  expect(taskConfig.parse({ type: 'x' })).toEqual({ type: 'x', queue: 'default', priority: 0 });
  expect(logWriteInput.parse({ entries: [{ message: 'x' }] }).entries).toEqual([{ level: 'info', message: 'x' }]);
  expect(resumableUploadInput.parse(uploadOf({}))).toMatchObject({ overwrite: false, createEntry: false });
  expect(pageQuery.maxPageSize.parse(undefined)).toBe(100);
});

test('values of interfaces are taken wherever a caller gives JSON', () => {
  interface Order {
    id: string;
    note?: string;
    lines: { sku: string }[];
  }
  expectTypeOf<Order>().toExtend<z.input<typeof taskConfig>['input']>();
  expectTypeOf<Order>().toExtend<z.input<typeof taskUpdateInput>['input']>();
  expectTypeOf<Order>().toExtend<z.input<typeof valueData>['value']>();
  expectTypeOf<Order>().toExtend<z.input<typeof stateInput>['value']>();
  expectTypeOf<Order>().toExtend<z.input<typeof rerunInput>['input']>();
  expectTypeOf<Order>().toExtend<z.input<typeof forkInput>['input']>();
  expectTypeOf(taskConfig.parse({ type: 'a', input: { id: 'A-1' } }).input).toEqualTypeOf<JsonValue | undefined>();
});
