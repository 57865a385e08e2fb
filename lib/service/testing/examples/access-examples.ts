import { fullScope } from '#contract';
import { hashPassword } from '../../access/password.ts';
import { createAuthenticator } from '../authenticator.ts';
import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';

/** Where the dashboard is, which passkeys are bound to. */
export const passkeyOrigin = 'http://localhost:3000';

/** A path that values are planted at. */
const valueIndex = { 'CreateValueIndex/path': '/input', 'CreateValueIndex/type': 'canary.all' };

/** The calls about who may do what. */
export const accessExamples = {
  ListAudit: {
    access: ['GET', '/v1/audit', ['audit/read'], []],
    calls: () => [{ query: { maxPageSize: '1000' } }, { query: { outcome: 'succeeded' } }],
  },
  SignIn: {
    access: ['POST', '/v1/sign-in', 'anonymous', [], 'audited'],
    calls: async (planter) => {
      const { email, password } = await newOperator(planter);
      return [{ request: { body: { email, password } } }];
    },
  },
  SignInWithProvider: {
    access: ['POST', '/v1/sign-in/provider', 'anonymous', [], 'audited'],
    calls: async (planter) => {
      const idToken = await planter.issuer.sign({
        sub: `person ${planter.next()}`,
        email: `${crypto.randomUUID()}@a.example`,
      });
      planter.canaries.add(idToken, 'SignInWithProvider/idToken', ruleOf('SignInWithProvider/idToken'));
      const given = { 'SignInWithProvider/provider': 'company', 'SignInWithProvider/idToken': idToken };
      return [{ request: bodyOf(planter, 'SignInWithProvider', given) }];
    },
  },
  AcceptInvitation: {
    access: ['POST', '/v1/sign-in/invitation', 'anonymous', [], 'audited'],
    calls: async (planter) => {
      const token = await invitationOf(planter, (await newOperator(planter)).id);
      return [{ request: bodyOf(planter, 'AcceptInvitation', { 'AcceptInvitation/token': token }) }];
    },
  },
  RefreshSignIn: {
    access: ['POST', '/v1/sign-in/refresh', 'anonymous', [], 'audited'],
    calls: async (planter) => [{ request: { body: { refreshToken: (await session(planter)).refreshToken } } }],
  },
  SignOut: {
    access: ['POST', '/v1/sign-out', 'anonymous', [], 'audited'],
    calls: async (planter) => [{ request: { body: { refreshToken: (await session(planter)).refreshToken } } }],
  },
  GetIdentity: {
    access: ['GET', '/v1/identity', 'authenticated', []],
    calls: () => [{}],
  },
  ChangePassword: {
    access: ['POST', '/v1/identity/password', 'authenticated', [], 'audited'],
    calls: async (planter) => {
      const { accessToken, password: currentPassword } = await session(planter);
      const newPassword = planter.canaries.text('ChangePassword/newPassword', { through: 'nobody' });
      return [{ request: { token: accessToken, body: { currentPassword, newPassword } } }];
    },
  },
  ListPasskeys: {
    access: ['GET', '/v1/identity/passkeys', 'authenticated', []],
    calls: async (planter) => {
      const { token } = await withPasskey(planter);
      return [{ query: { maxPageSize: '1' }, request: { token } }];
    },
  },
  BeginPasskey: {
    access: ['POST', '/v1/identity/passkeys/options', 'authenticated', []],
    calls: async (planter) => [{ request: { token: (await withPasskey(planter)).token } }],
  },
  AddPasskey: {
    access: ['POST', '/v1/identity/passkeys', 'authenticated', [], 'audited'],
    calls: async (planter) => {
      const { token, newPasskey } = await withPasskey(planter);
      return [{ request: { token, body: await newPasskey() } }];
    },
  },
  UpdatePasskey: {
    access: ['PATCH', '/v1/identity/passkeys/{id}', 'authenticated', [], 'audited'],
    calls: async (planter) => {
      const { token, id } = await withPasskey(planter);
      return [{ params: { id }, request: { token, ...bodyOf(planter, 'UpdatePasskey') } }];
    },
  },
  DeletePasskey: {
    access: ['DELETE', '/v1/identity/passkeys/{id}', 'authenticated', [], 'audited'],
    calls: async (planter) => {
      const { token, id } = await withPasskey(planter);
      return [{ params: { id }, request: { token } }];
    },
  },
  CreateRecoveryCodes: {
    access: ['POST', '/v1/identity/recovery-codes', 'authenticated', [], 'audited'],
    calls: async (planter) => [{ request: { token: (await withPasskey(planter)).token } }],
  },
  BeginPasskeyProof: {
    access: ['POST', '/v1/identity/proof/options', 'authenticated', []],
    calls: async (planter) => [{ request: { token: (await withPasskey(planter)).token } }],
  },
  BeginPasskeySignIn: {
    access: ['POST', '/v1/sign-in/passkey/options', 'anonymous', []],
    calls: () => [{}],
  },
  SignInWithPasskey: {
    access: ['POST', '/v1/sign-in/passkey', 'anonymous', [], 'audited'],
    calls: async (planter) => {
      const { authenticator } = await withPasskey(planter);
      const { body } = await planter.must('BeginPasskeySignIn', {});
      const credential = authenticator.get((body as { options: { challenge: string } }).options);
      const device = planter.canaries.text('SignInWithPasskey/device', ruleOf('SignInWithPasskey/device'));
      return [{ request: { body: { credential, device } } }];
    },
  },
  DeletePasskeysOf: {
    access: ['DELETE', '/v1/operators/{id}/passkeys', ['operators/manage'], [], 'audited'],
    calls: async (planter) => [{ params: { id: (await newOperator(planter)).id } }],
  },
  GetProof: {
    access: ['GET', '/v1/identity/proof', 'authenticated', []],
    calls: async (planter) => [
      { request: { token: (await session(planter)).accessToken } },
      { request: { token: (await sessionAtProvider(planter)).accessToken } },
    ],
  },
  ProveIdentity: {
    access: ['POST', '/v1/identity/proof', 'authenticated', [], 'audited'],
    calls: async (planter) => {
      const [{ accessToken, password }, other] = [await session(planter), await sessionAtProvider(planter)];
      const idToken = await planter.issuer.sign({ ...other.person, auth_time: Math.floor(Date.now() / 1_000) });
      planter.canaries.add(idToken, 'ProveIdentity/idToken', ruleOf('ProveIdentity/idToken'));
      return [
        { request: { token: accessToken, body: { password } } },
        { request: { token: other.accessToken, body: { idToken } } },
      ];
    },
  },
  ListSessions: {
    access: ['GET', '/v1/sessions', 'authenticated', ['operators/manage']],
    calls: async (planter) => [{ query: { operatorId: (await session(planter)).operatorId } }],
  },
  EndSession: {
    access: ['DELETE', '/v1/sessions/{id}', 'authenticated', ['operators/manage'], 'audited'],
    calls: async (planter) => [{ params: { id: (await session(planter)).id } }],
  },
  EndSessions: {
    access: ['DELETE', '/v1/sessions', 'authenticated', ['operators/manage'], 'audited'],
    calls: async (planter) => [{ query: { operatorId: (await session(planter)).operatorId } }],
  },
  ListOperators: {
    access: ['GET', '/v1/operators', ['operators/manage'], []],
    calls: () => [{ query: { maxPageSize: '1000' } }],
  },
  CreateOperator: {
    access: ['POST', '/v1/operators', ['operators/manage'], [], 'audited'],
    calls: (planter) => [{ request: bodyOf(planter, 'CreateOperator') }],
  },
  UpdateOperator: {
    access: ['PATCH', '/v1/operators/{id}', ['operators/manage'], [], 'audited'],
    calls: async (planter) => {
      const { id } = await newOperator(planter);
      await invitationOf(planter, id);
      return [{ params: { id }, request: bodyOf(planter, 'UpdateOperator', { 'UpdateOperator/isDisabled': false }) }];
    },
  },
  InviteOperator: {
    access: ['POST', '/v1/operators/{id}/invitation', ['operators/manage'], [], 'audited'],
    calls: async (planter) => [
      { params: { id: (await newOperator(planter)).id }, request: bodyOf(planter, 'InviteOperator') },
    ],
  },
  RevokeInvitation: {
    access: ['DELETE', '/v1/operators/{id}/invitation', ['operators/manage'], [], 'audited'],
    calls: async (planter) => {
      const { id } = await newOperator(planter);
      await invitationOf(planter, id);
      return [{ params: { id } }];
    },
  },
  DeleteOperator: {
    access: ['DELETE', '/v1/operators/{id}', ['operators/manage'], [], 'audited'],
    calls: async (planter) => [{ params: { id: (await newOperator(planter)).id } }],
  },
  ListApiKeys: {
    access: ['GET', '/v1/api-keys', ['operators/manage'], []],
    calls: () => [{ query: { maxPageSize: '1000' } }],
  },
  CreateApiKey: {
    access: ['POST', '/v1/api-keys', ['operators/manage'], [], 'audited'],
    calls: (planter) => [
      {
        request: bodyOf(planter, 'CreateApiKey', {
          'CreateApiKey/scopes': [fullScope('tasks/read')],
        }),
      },
    ],
  },
  RotateApiKey: {
    access: ['POST', '/v1/api-keys/{id}/rotate', ['operators/manage'], [], 'audited'],
    calls: async (planter) => {
      const given = { scopes: [fullScope('tasks/read')], bounds: { types: ['a'], queues: ['b'], stores: ['c'] } };
      const { body } = await planter.must('CreateApiKey', {
        request: { body: { name: 'rotated', expiresOn: '2099-01-01T00:00:00Z', ...given } },
      });
      return [{ params: { id: (body as { id: string }).id }, request: bodyOf(planter, 'RotateApiKey') }];
    },
  },
  DeleteApiKey: {
    access: ['DELETE', '/v1/api-keys/{id}', ['operators/manage'], [], 'audited'],
    calls: async (planter) => {
      const { body } = await planter.must('CreateApiKey', {
        request: { body: { name: 'short', scopes: [fullScope('tasks/read')] } },
      });
      return [{ params: { id: (body as { id: string }).id } }];
    },
  },
  ListNamespaces: {
    access: ['GET', '/v1/namespaces', ['namespaces/manage'], []],
    calls: async ({ service }) => {
      const headers = { 'taskdeck-isolation': 'isolated' };
      for (const token of [service.allKey, await service.key('locks/create')])
        await service.call('PUT', '/v1/locks/own', { token, headers, body: {} });
      return [{}, { query: { maxPageSize: '1' } }];
    },
  },
  ListValueIndexes: {
    access: ['GET', '/v1/value-indexes', ['tasks/read'], []],
    calls: async (planter) => {
      await planter.must('CreateValueIndex', { request: bodyOf(planter, 'CreateValueIndex', valueIndex) });
      return [{}, { query: { maxPageSize: '1' } }];
    },
  },
  CreateValueIndex: {
    access: ['POST', '/v1/value-indexes', ['operators/manage'], [], 'audited'],
    calls: (planter) => [{ request: bodyOf(planter, 'CreateValueIndex', valueIndex) }],
  },
  DeleteValueIndex: {
    access: ['DELETE', '/v1/value-indexes/{id}', ['operators/manage'], [], 'audited'],
    calls: async (planter) => {
      const { body } = await planter.must('CreateValueIndex', { request: { body: { path: '/output' } } });
      return [{ params: { id: (body as { id: string }).id } }];
    },
  },
  ListQuotas: {
    access: ['GET', '/v1/quotas', ['quotas/manage'], []],
    calls: async (planter) => {
      await planter.must('SetQuota', await quotaOfSomebody(planter));
      return [{}, { query: { maxPageSize: '1' } }];
    },
  },
  SetQuota: {
    access: ['PUT', '/v1/quotas/{owner}', ['quotas/manage'], [], 'audited'],
    calls: async (planter) => [await quotaOfSomebody(planter)],
  },
  ListSecrets: {
    access: ['GET', '/v1/secrets', ['secrets/manage'], []],
    calls: () => [{}],
  },
  SetSecret: {
    access: ['PUT', '/v1/secrets/{name}', ['secrets/manage'], [], 'audited'],
    calls: (planter) => {
      const usable = { 'SetSecret/types': ['canary.secret'], 'SetSecret/queues': ['default', 'idle', 'canary'] };
      return [{ params: { name: 'TOKEN' }, request: bodyOf(planter, 'SetSecret', usable) }];
    },
  },
  DeleteSecret: {
    access: ['DELETE', '/v1/secrets/{name}', ['secrets/manage'], [], 'audited'],
    calls: async (planter) => {
      const name = `SECRET_${planter.next()}`;
      await planter.must('SetSecret', { params: { name }, request: bodyOf(planter, 'SetSecret') });
      return [{ params: { name } }];
    },
  },
} satisfies Partial<Examples>;

/** Limits for a new operator. */
async function quotaOfSomebody(planter: Planter) {
  const { id } = await newOperator(planter);
  const body = { requestsPerSecond: 1_000, concurrentWaits: 100, queuedTasks: 1_000, storedBytesPerHour: 1_000_000 };
  return { params: { owner: `operator:${id}` }, request: { body } };
}

/** A new operator with a generated password, which is cheap to check. */
async function newOperator({ service, canaries }: Planter): Promise<{ id: string; email: string; password: string }> {
  const password = canaries.text('an operator/password', { through: 'nobody' });
  const passwordHash = await hashPassword(password, { N: 1_024, r: 8, p: 1 });
  const [row] = await service.database<{ id: string; email: string }[]>`
    insert into operator (email, name, password_hash, scopes, bounds, must_change_password)
    values (${`${crypto.randomUUID()}@example.com`}, 'Somebody', ${passwordHash}, '{}',
      '{"types": ["*"], "queues": ["*"], "stores": ["*"]}', true) returning id, email`;
  if (row === undefined) throw new Error('no operator was made');
  return { ...row, password };
}

async function invitationOf(planter: Planter, id: string): Promise<string> {
  const { body } = await planter.must('InviteOperator', { params: { id }, request: { body: {} } });
  return (body as { token: string }).token;
}

/** A session of an operator with two passkeys, one of them used. */
async function withPasskey(planter: Planter) {
  const { accessToken: token, operatorId } = await session(planter);
  await planter.service.database`update operator set must_change_password = false where id = ${operatorId}`;
  const authenticator = createAuthenticator(passkeyOrigin);
  const newPasskey = async (made = createAuthenticator(passkeyOrigin)) => {
    const { body } = await planter.must('BeginPasskey', { request: { token } });
    const name = planter.canaries.text('AddPasskey/name', ruleOf('AddPasskey/name'));
    return { name, credential: made.create((body as { options: { challenge: string } }).options) };
  };
  const { body } = await planter.must('AddPasskey', { request: { token, body: await newPasskey(authenticator) } });
  await planter.must('AddPasskey', { request: { token, body: await newPasskey() } });
  await planter.service.database`update passkey set last_used_on = now() where operator_id = ${operatorId}`;
  return { token, authenticator, newPasskey, id: (body as { id: string }).id };
}

/** A session of somebody who signed in with a provider. */
async function sessionAtProvider(planter: Planter) {
  const person = { sub: `person ${planter.next()}`, email: `${crypto.randomUUID()}@a.example` };
  const { body } = await planter.must('SignInWithProvider', {
    request: { body: { provider: 'company', idToken: await planter.issuer.sign(person) } },
  });
  return { person, accessToken: (body as { accessToken: string }).accessToken };
}

type OpenSession = { id: string; operatorId: string; accessToken: string; refreshToken: string; password: string };

/** One of two sessions of an operator of its own, so that no limit on one address' failures is met. */
async function session(planter: Planter): Promise<OpenSession> {
  const { id: operatorId, email, password } = await newOperator(planter);
  const device = planter.canaries.text('SignIn/device', ruleOf('SignIn/device'));
  const signIn = () => planter.must('SignIn', { request: { body: { email, password, device } } });
  await signIn();
  const { body } = await signIn();
  const [row] = await planter.service.database<{ id: string }[]>`
    select id from session where operator_id = ${operatorId} limit 1`;
  return { ...(body as { accessToken: string; refreshToken: string }), password, operatorId, id: row?.id ?? '' };
}
