import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullScope } from '#contract';
import { listen } from '../../contract/testing/listen.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const audience = 'urn:taskdeck';
const readScope = fullScope('tasks/read');
let issuer = '';
let provider: Server;
let service: TestService;

beforeAll(async () => {
  provider = createServer();
  const port = await listen(provider);
  issuer = `http://127.0.0.1:${port}`;
  provider.on('request', createProvider(issuer).callback());
  service = await startTestService({
    oidc: { issuer, audience, scopeClaim: 'scope', scopeMap: { operators: ['workers/read'] } },
  });
});
afterAll(async () => {
  await service.close();
  await new Promise((resolve) => provider.close(resolve));
});

/** A real OpenID Connect provider that issues signed access tokens to programs. */
function createProvider(url: string): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: 'robot',
        client_secret: 'secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: `${readScope} operators unknown`,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 60,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

async function tokenFor(resource: string, scope: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('robot:secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  });
  const answer = (await response.json()) as { access_token: string };
  return answer.access_token;
}

test('a token of the configured issuer is trusted for the scopes that it carries or that are mapped', async () => {
  const token = await tokenFor(audience, `${readScope} operators unknown`);
  expect((await service.call('GET', '/v1/identity', { token })).body).toEqual({
    kind: 'external',
    id: `${issuer}#robot`,
    name: 'robot',
    scopes: expect.arrayContaining([readScope, fullScope('workers/read')]),
  });
  expect((await service.call('GET', '/v1/workers', { token })).status).toBe(200);
  expect((await service.call('GET', '/v1/audit', { token })).status).toBe(403);
});

test('a token for another audience, or changed on the way, is refused', async () => {
  const other = await tokenFor('urn:other', readScope);
  expect((await service.call('GET', '/v1/identity', { token: other })).status).toBe(401);
  const token = await tokenFor(audience, readScope);
  expect((await service.call('GET', '/v1/identity', { token: `${token.slice(0, -6)}AAAAAA` })).status).toBe(401);
});

test('without a configured issuer its tokens are refused', async () => {
  const plain = await startTestService();
  const token = await tokenFor(audience, readScope);
  expect((await plain.call('GET', '/v1/identity', { token })).status).toBe(401);
  await plain.close();
});
