import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SignInProvider } from '#contract';
import { listen } from '../../contract/testing/listen.ts';

/** A request to an endpoint of the issuer, and its answer. */
export type Asked = { authorization: string | undefined; form: Record<string, string> };
export type Answer = { status?: number; body?: unknown; location?: string };

/** An issuer that signs whatever a test wants; `identity-provider.ts` has a real one. */
export type Issuer = AsyncDisposable & {
  config: SignInProvider;
  /** What it publishes about itself. A test may add endpoints. */
  document: Record<string, unknown>;
  /** How its endpoints answer, by their path. */
  answers: Map<string, (asked: Asked) => Answer>;
  /** The paths that were asked for. */
  asked: string[];
  /** Returns an ID token of now with these claims over the usual ones. */
  sign(claims?: Claims): Promise<string>;
};

type Claims = Record<string, unknown> & { iat?: number };

/** Starts one on any free port. Everybody may read tasks. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] };
  const answers: Issuer['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const usual = () => ({ body: path === '/keys' ? jwks : document });
    const answer: Answer = (answers.get(path) ?? usual)({ authorization: request.headers.authorization, form });
    const { status = 200, body, location } = answer;
    response.writeHead(status, location === undefined ? {} : { location });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await listen(server);
  const config: SignInProvider = {
    id: 'company',
    name: 'Company',
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'taskdeck',
    clientSecret: undefined,
    scope: 'openid',
    claim: 'groups',
    roles: { '*': ['tasks/read'] },
    trustsEmail: true,
    algorithm: 'RS256',
  };
  const document: Issuer['document'] = { issuer: config.issuer, jwks_uri: `${config.issuer}/keys` };
  return {
    config,
    document,
    answers,
    asked,
    sign: ({ iat, ...claims } = {}) =>
      new SignJWT({ sub: 'ada', email: 'ada@company.example', jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(config.issuer)
        .setAudience('taskdeck')
        .setIssuedAt(iat)
        .setExpirationTime('1h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
