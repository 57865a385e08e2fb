import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SignInProvider } from '#contract';

/** An issuer that signs whatever a test wants; `identity-provider.ts` has a real one. */
export type Issuer = AsyncDisposable & {
  config: SignInProvider;
  /** Returns an ID token of now with these claims over the usual ones. */
  sign(claims?: Record<string, unknown>): Promise<string>;
};

/** Starts one on any free port. Everybody may read tasks. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] };
  const server = createServer((request, response) => {
    const document = { issuer: config.issuer, jwks_uri: `${config.issuer}/keys` };
    response.end(JSON.stringify(request.url === '/keys' ? jwks : document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const config: SignInProvider = {
    id: 'company',
    name: 'Company',
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'taskdeck',
    clientSecret: undefined,
    scope: 'openid',
    claim: 'groups',
    roles: { '*': ['tasks/read'] },
    trustsEmail: true,
    algorithm: 'RS256',
  };
  return {
    config,
    sign: (claims) =>
      new SignJWT({ sub: 'ada', email: 'ada@company.example', jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(config.issuer)
        .setAudience('taskdeck')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
