import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fullScope, type Operation, operations, scopes } from '#contract';
import { loadSecretsKey } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { access } from '../testing/examples/examples.ts';
import { startTestService } from '../testing/test-service.ts';
import { createSigningKeys } from './signing-keys.ts';

const payloadOf = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();

const service = started(startTestService, 'close');
const bad: Record<string, string> = {};

beforeAll(async () => {
  const keys = createSigningKeys(service.database, await loadSecretsKey({ dataFolder: service.dataFolder }));
  const { id: kid, key } = await keys.current();
  const [admin] = await service.database<{ id: string; session: string }[]>`
    with opened as (
      insert into session (operator_id, refresh_hash, expires_on)
      select id, 'walk', now() + interval '1 hour' from operator returning id, operator_id
    ) select operator_id as id, id as session from opened`;
  const token = (expiresIn: string) =>
    new SignJWT({ sid: admin?.session, scope: scopes.map(fullScope).join(' ') })
      .setIssuer('taskdeck')
      .setAudience('taskdeck')
      .setSubject(admin?.id ?? '')
      .setIssuedAt()
      .setExpirationTime(expiresIn);
  const header = { alg: 'EdDSA', kid, typ: 'at+jwt' };
  const good = await token('5 minutes').setProtectedHeader(header).sign(key);
  expect((await service.call('GET', '/v1/limits', { token: good })).status).toBe(200);
  const stranger = await generateKeyPair('EdDSA');
  const [, payload = '', signature = ''] = good.split('.');
  const { x = '' } = await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).publicKey);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  Object.assign(bad, {
    garbage: 'garbage',
    'three parts of garbage': 'a.b.c',
    'an unknown API key': 'tdk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    expired: await token('-1 minute').setProtectedHeader(header).sign(key),
    'signed by someone else': await token('5 minutes').setProtectedHeader(header).sign(stranger.privateKey),
    'of an unknown key': await token('5 minutes')
      .setProtectedHeader({ ...header, kid: 'other' })
      .sign(stranger.privateKey),
    'without signature': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'signed as HMAC': await token('5 minutes')
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(Buffer.from(x)),
    'with another payload': `${encode(header)}.${encode({ ...JSON.parse(payloadOf(good)), sub: 'x' })}.${signature}`,
    'of another issuer': await token('5 minutes').setIssuer('elsewhere').setProtectedHeader(header).sign(key),
    'for another audience': await token('5 minutes').setAudience('elsewhere').setProtectedHeader(header).sign(key),
    'without an end': await new SignJWT({ ...JSON.parse(payloadOf(good)), exp: undefined })
      .setProtectedHeader(header)
      .sign(key),
    "with another operator's session": await token('5 minutes')
      .setSubject(crypto.randomUUID())
      .setProtectedHeader(header)
      .sign(key),
    'without a session': await new SignJWT({ ...JSON.parse(payloadOf(good)), sid: undefined })
      .setProtectedHeader(header)
      .sign(key),
    'without scopes': await new SignJWT({ ...JSON.parse(payloadOf(good)), scope: undefined })
      .setProtectedHeader(header)
      .sign(key),
    'of another type': await token('5 minutes')
      .setProtectedHeader({ ...header, typ: 'JWT' })
      .sign(key),
  });
});

const guarded = Object.entries(access).filter(([, [, , needed]]) => needed !== 'anonymous');
const scoped = guarded.flatMap(([name, [method, path, needed]]) =>
  typeof needed === 'string' ? [] : [{ name, method, path: pathOf(path), needed }],
);

/** A path of a missing target. */
function pathOf(path: string): string {
  return path
    .replace('{runCount}', '1')
    .replace('{sequence}', '0')
    .replace('{storeName}', 'store')
    .replace('{version}', '1')
    .replace('{uploadId}', crypto.randomUUID())
    .replace('{id}', /operators|api-keys/.test(path) ? crypto.randomUUID() : 'x');
}

async function contentsOf(): Promise<unknown> {
  return service.database`
    select (select count(*)::int from task) as tasks, (select count(*)::int from external_event) as events,
      (select count(*)::int from log_entry) as logs, (select count(*)::int from operator) as operators,
      (select count(*)::int from api_key) as keys, (select count(*)::int from secret) as secrets,
      (select count(*)::int from idempotent_answer) as answers, (select count(*)::int from state_store) as stores,
      (select count(*)::int from state_entry) as entries, (select count(*)::int from blob_upload) as uploads`;
}

test('the table of operations says of each what the list by hand says', () => {
  const table = Object.entries<Operation>(operations).map(([name, operation]) => {
    const { method, path, scopes: needed, optionalScopes = [], audit } = operation;
    return [name, [method, path, needed, optionalScopes, ...(audit === undefined ? [] : ['audited'])]];
  });
  expect(Object.fromEntries(table)).toEqual(access);
});

test('without a good token every operation is 401, says how to authenticate, and changes nothing', async () => {
  const before = await contentsOf();
  for (const [name, [method, path]] of guarded) {
    const tokens = { none: undefined, expired: bad.expired, 'signed by someone else': bad['signed by someone else'] };
    const answers = await Promise.all(
      Object.values(tokens).map((token) => service.call(method, pathOf(path), { token })),
    );
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 401, 401, 401]);
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toContain('Bearer');
  }
  expect(await contentsOf()).toEqual(before);
});

test('no bad token of any kind is good, for reading nor for changing', async () => {
  const before = await contentsOf();
  for (const [kind, token] of Object.entries(bad)) {
    const read = await service.call('GET', '/v1/tasks', { token });
    const change = await service.call('POST', '/v1/tasks', { token, body: { type: 'test.echo' } });
    expect([kind, read.status, change.status]).toEqual([kind, 401, 401]);
  }
  expect(await contentsOf()).toEqual(before);
});

describe('with every scope but a needed one', () => {
  // the next minute: refusals of the tests above have used up the records of theirs
  beforeAll(() => {
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
  });
  afterAll(() => void vi.restoreAllMocks());

  test.for(scoped)('$name is 403 and names it', async ({ method, path, needed }) => {
    const before = await contentsOf();
    expect(needed).not.toEqual([]);
    for (const missing of needed) {
      const token = await service.key(...scopes.filter((scope) => scope !== missing));
      const answer = await service.call(method, path, { token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
      expect(answer.text).toContain(fullScope(missing));
      expect(answer.headers.get('www-authenticate')).toContain(fullScope(missing));
      await service.database`delete from api_key where key_hash in (select key_hash from api_key order by created_on desc limit 1)`;
    }
    expect(await contentsOf()).toEqual(before);
  });
});

test('with the needed scopes alone every operation is allowed', async () => {
  for (const { name, method, path, needed } of scoped) {
    if (name === 'Watch' || name === 'WaitForTask') continue; // a stream; and what its own test tells of its token
    const answer = await service.call(method, path, { token: await service.key(...needed) });
    expect([name, answer.status === 401 || answer.status === 403]).toEqual([name, false]);
  }
});

test('every refusal for a scope, of a change or a read, is in the audit trail', async () => {
  const guardedNames = scoped.map(({ name }) => name);
  const rows = await service.database<{ operation: string }[]>`
    select distinct operation from audit_record where outcome = 'refused' and status = 403`;
  expect(rows.map((row) => row.operation).sort()).toEqual(guardedNames.sort());
});
