import { expect, test } from 'vitest';
import type { z } from 'zod';
import { apiKey, apiKeyCreated, auditRecord, identity, operator, secret, signInResponse } from './access.ts';
import { fullScope } from './scopes.ts';

const scopes = [fullScope('tasks/read')];
const then = '2026-01-01T00:00:00.000Z';
const ada = { id: 'o-1', email: 'ada@example.org', name: 'Ada' };
const caller = { kind: 'operator', id: 'o-1', name: 'Ada' };
const owner = { kind: 'serviceAccount', id: 'ci', name: 'ci' };
const key = { id: 'k-1', name: 'ci', scopes, createdOn: then, createdBy: 'Ada', owner };
const dates = { expiresOn: then, refreshExpiresOn: then };
const change = { id: '1', occurredOn: then, operation: 'CancelTask', sourceAddress: '192.0.2.1', requestId: 'r' };
const target = { kind: 'task', id: 't-1' };

type Answer = { schema: z.ZodObject; record: Record<string, unknown>; optional?: Record<string, unknown> };

/** For each answer about access a whole record, apart from what may be absent. */
const answers: Record<string, Answer> = {
  'an operator': {
    schema: operator,
    record: { ...ada, scopes, isDisabled: false, createdOn: then },
    optional: { lastSignInOn: then },
  },
  'a sign-in': {
    schema: signInResponse,
    record: { accessToken: 'a', refreshToken: 'r', operator: ada, scopes, ...dates },
  },
  'an identity': { schema: identity, record: { ...caller, scopes } },
  'an API key': {
    schema: apiKey,
    record: key,
    optional: { expiresOn: then, lastUsedOn: then, lastUsedFrom: '192.0.2.1' },
  },
  'an API key with its secret': { schema: apiKeyCreated, record: { ...key, key: 'tk_1' } },
  'a secret': {
    schema: secret,
    record: { name: 'TOKEN', hosts: [], lastModifiedOn: then, lastModifiedBy: 'Ada' },
    optional: { types: ['order'], queues: ['default'] },
  },
  'an audit record': {
    schema: auditRecord,
    record: { ...change, identity: caller, outcome: 'succeeded', status: 200 },
    optional: { target, detail: 'the reason' },
  },
};

test.for(Object.entries(answers))('%s has all of its fields and no other', ([, { schema, record, optional = {} }]) => {
  expect(schema.parse({ ...record, ...optional, passwordHash: 'x' })).toEqual({ ...record, ...optional });
  expect(schema.parse(record)).toEqual(record);
  for (const name of Object.keys(record)) {
    const { [name]: _, ...rest } = record;
    expect([name, schema.safeParse(rest).success]).toEqual([name, false]);
  }
});

test('the operator of a sign-in is named by id, email and name, and no more is told', () => {
  const record = answers['a sign-in']?.record;
  const told = signInResponse.parse({ ...record, operator: { ...ada, scopes, isDisabled: false } });
  expect(told.operator).toEqual(ada);
  for (const name of ['id', 'email', 'name'])
    expect(signInResponse.safeParse({ ...record, operator: { ...ada, [name]: undefined } }).success).toBe(false);
});

test('an audit record names who made which change, and how it ended', () => {
  const record = { ...change, identity: caller, outcome: 'refused', status: 403 };
  for (const kind of ['operator', 'apiKey', 'external', 'anonymous', 'system'])
    expect(auditRecord.parse({ ...record, identity: { ...caller, kind } }).identity.kind).toBe(kind);
  const wrong = [
    { identity: { ...caller, kind: 'robot' } },
    { identity: { kind: 'operator' } },
    { target: { kind: 'planet', id: 'x' } },
    { target: {} },
    { outcome: 'unknown' },
    { status: 403.5 },
  ];
  for (const part of wrong)
    expect([part, auditRecord.safeParse({ ...record, ...part }).success]).toEqual([part, false]);
});
