import { itemName } from './identifiers.ts';
import * as lock from './lock.ts';
import type { OperationTable } from './operation.ts';
import { pageOf } from './paging.ts';

const ofLock = { name: itemName };

/** Locks: names that one holder has at a time. */
export const lockOperations = {
  ListLocks: {
    summary: 'Lists held locks and the callers that wait for them',
    resource: 'locks',
    method: 'GET',
    path: '/v1/locks',
    bounded: 'verb',
    scopes: ['locks/read'],
    query: lock.lockListQuery,
    output: pageOf(lock.lock),
    isIsolable: true,
  },
  GetLock: {
    summary: 'Returns a held lock',
    resource: 'locks',
    method: 'GET',
    path: '/v1/locks/{name}',
    bounded: 'verb',
    scopes: ['locks/read'],
    params: ofLock,
    output: lock.lock,
    isIsolable: true,
    errors: ['LockNotFound'],
  },
  AcquireLock: {
    summary:
      'Acquires a lock and waits for it if necessary. With its fencing token, renews it; a renewal leaves no audit record.',
    resource: 'locks',
    method: 'PUT',
    mayCreate: true,
    path: '/v1/locks/{name}',
    bounded: 'verb',
    scopes: ['locks/create'],
    params: ofLock,
    body: lock.lockInput,
    example: { ttlInMs: 30_000, waitInMs: 5_000, owner: 'nightly import' },
    isBodyOptional: true,
    output: lock.lock,
    isIsolable: true,
    errors: ['LockHeld', 'LockLost', 'LockNotFound'],
    replay: 'now',
    audit: { kind: 'lock', target: '{name}', detail: 'the fencing token' },
  },
  ReleaseLock: {
    summary:
      'Releases the own lock by its fencing token. With locks/delete, also the lock of another holder, by its token or with force. Succeeds when nobody holds it.',
    resource: 'locks',
    method: 'DELETE',
    path: '/v1/locks/{name}',
    bounded: 'verb',
    scopes: ['locks/create'],
    optionalScopes: ['locks/delete'],
    params: ofLock,
    query: lock.lockReleaseQuery,
    isIsolable: true,
    errors: ['LockLost'],
    audit: { kind: 'lock', target: '{name}', detail: 'the fencing token, or force' },
  },
} as const satisfies OperationTable;
