import postgres from 'postgres';
import { expect, test } from 'vitest';
import { StoreRefusedError } from '#blobs';
import { type ErrorCode, errorStatus, problem, TaskdeckError } from '#contract';
import { RaceLostError } from '#database';
import { HttpError, toFailure, toProblem } from './problem.ts';

const failed = (code: string) => Object.assign(new Error('hidden'), { code });

test('what nobody foresaw tells nothing of itself', () => {
  for (const error of [new Error('hidden'), failed('23505'), 'hidden', undefined, { code: 'TaskNotFound' }]) {
    const failure = toFailure(error);
    expect(failure).toMatchObject({ code: 'InternalError', status: 500, isUnforeseen: true, headers: {} });
    expect(JSON.stringify(toProblem(failure, 'id'))).not.toContain('hidden');
  }
});

test.for(['ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'EPIPE', 'ENOTFOUND'])(
  '%s means that something is away for a while',
  (code) => {
    const failure = toFailure(failed(code));
    expect(failure).toMatchObject({ status: 503, isUnforeseen: false, headers: { 'retry-after': '1' } });
    expect(failure.detail).not.toContain('hidden');
  },
);

test('a database that refuses the login can be tried again, and its reason is for the log', () => {
  const error = Object.assign(new postgres.PostgresError('hidden'), { code: '28P01', severity: 'FATAL' });
  const failure = toFailure(error);
  expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
  expect(failure.detail).not.toContain('hidden');
});

test('a race that was lost again and again can be tried again', () => {
  const failure = toFailure(new RaceLostError('hidden'));
  expect(failure).toMatchObject({ status: 503, isUnforeseen: false, headers: { 'retry-after': '1' } });
  expect(failure.detail).not.toContain('hidden');
});

test('a blob store that refuses requests can be tried again, and its reason is for the log', () => {
  const failure = toFailure(new StoreRefusedError(403, failed('hidden')));
  expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
  expect(failure.detail).not.toContain('hidden');
});

test.for(['EMFILE', 'ENFILE'])('%s is said of the service itself, and is for the log', (code) => {
  const failure = toFailure(failed(code));
  expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
  expect(failure.detail).toBe('the service has too many open connections and files: raise its limit, or try again');
});

test('a full disk is said, and its log says where', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const failure = toFailure(failed(code));
    expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
    expect(failure.detail).toBe('the disk of the blob store is full: free space or enlarge it, then try again');
  }
});

test('a full disk of the database is said, which can be written to again later', () => {
  const failure = toFailure(
    Object.assign(new postgres.PostgresError('could not extend file "hidden"'), { code: '53100' }),
  );
  expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
  expect(failure.detail).toBe('the disk of the database is full: free space or enlarge it, then try again');
});

test('a database that is read-only for a while is said, which can be written to again later', () => {
  const refusal = new postgres.PostgresError('cannot execute INSERT in a read-only transaction');
  const failure = toFailure(Object.assign(refusal, { code: '25006' }));
  expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
  expect(failure.detail).toBe('the database is read-only, as when its disk is nearly full; try again later');
});

test.for(['57014', '53200', '55P03', '58030'])(
  'a database that lacks time or a resource (%s) can be tried again, and its log says of which',
  (code) => {
    const failure = toFailure(Object.assign(new postgres.PostgresError('hidden'), { code, severity: 'ERROR' }));
    expect(failure).toMatchObject({ status: 503, isUnforeseen: true, headers: { 'retry-after': '1' } });
    expect(failure.detail).toBe('the database lacks time or a resource for this; try again');
  },
);

test('every code has its status, and says when to come back or how to authenticate', () => {
  const headersOf = (code: ErrorCode) => toFailure(new TaskdeckError(code, 'm')).headers;
  for (const [code, status] of Object.entries(errorStatus) as [ErrorCode, number][]) {
    const failure = toFailure(new TaskdeckError(code, 'what is wrong'));
    expect(failure).toMatchObject({ code, status, detail: 'what is wrong', isUnforeseen: false });
    expect(problem.parse(toProblem(failure, 'id'))).toMatchObject({ code, status, requestId: 'id' });
  }
  const challenge = { 'www-authenticate': 'Bearer realm="taskdeck"' };
  expect([headersOf('Unauthenticated'), headersOf('InvalidCredentials')]).toEqual([challenge, challenge]);
  const later = { 'retry-after': '1' };
  expect([headersOf('ServiceUnavailable'), headersOf('IdempotencyKeyInUse')]).toEqual([later, later]);
  expect([headersOf('TaskNotFound'), headersOf('InsufficientScope')]).toEqual([{}, {}]);
});

test('headers of an error go before those of its code; details and failures are told', () => {
  expect(toFailure(new HttpError('ServiceUnavailable', 'm', { 'retry-after': '9' })).headers).toEqual({
    'retry-after': '9',
  });
  const details = [{ pointer: '/a', message: 'm' }];
  const failures = [{ operation: 'upsert' as const, index: 0, id: 'a', code: 'StateNotFound' as const, message: 'm' }];
  const told = toProblem(toFailure(new TaskdeckError('InvalidRequest', 'm', { details, failures })), 'id');
  expect(told).toMatchObject({ title: 'Bad Request', errors: details, failures });
  expect(told.type).toMatch(/\/InvalidRequest$/);
  expect(toProblem(toFailure(new TaskdeckError('InvalidRequest', 'm')), 'id')).not.toHaveProperty('errors');
});
