import { afterEach, expect, it } from 'vitest';
import type { AuditRecord } from '#contract';
import { json, type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { nameTargets } from './name-targets.ts';

let server: LocalServer;
afterEach(() => server[Symbol.asyncDispose]());

const recordOf = (target?: AuditRecord['target']): AuditRecord => ({
  id: crypto.randomUUID(),
  occurredOn: '2026-01-01T00:00:00.000Z',
  identity: { kind: 'operator', id: 'o1', name: 'ann@example.com' },
  operation: 'UpdateAlert',
  outcome: 'succeeded',
  status: 200,
  requestId: 'r1',
  sourceAddress: '127.0.0.1',
  ...(target && { target }),
});

async function nameEach(
  targets: AuditRecord['target'][],
  scopes: string[],
  ...answers: { id: string; name: string }[][]
) {
  server = await startLocalServer(...answers.map((value) => json(200, JSON.stringify({ value }))));
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  const rows = await nameTargets({ client, scopes }, targets.map(recordOf));
  return rows.map(({ targetName }) => targetName);
}

it('reads each list of names once, and leaves what is not in it without a name', async () => {
  const alerts = [{ id: 'a1', name: 'Failed orders' }];
  const targets = ['a1', 'gone', 'a1'].map((id) => ({ kind: 'alert' as const, id }));
  const names = await nameEach([...targets, undefined, { kind: 'task', id: 'a1' }], ['alerts/read'], alerts);
  expect(names).toEqual(['Failed orders', undefined, 'Failed orders', undefined, undefined]);
  expect(server.received.map(({ url }) => url.pathname)).toEqual(['/v1/alerts']);
});

it('asks for no list that the reader may not read: a refusal would be in the audit trail', async () => {
  const targets = (['operator', 'apiKey', 'alert'] as const).map((kind) => ({ kind, id: 'x' }));
  expect(await nameEach(targets, ['audit/read'])).toEqual([undefined, undefined, undefined]);
  expect(server.received).toEqual([]);
});
