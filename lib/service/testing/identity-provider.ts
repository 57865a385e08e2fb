import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Account, Provider } from 'oidc-provider';
import type { SignInProvider } from '#contract';
import { listen } from '../../contract/testing/listen.ts';

/** A person at the provider. Changes count from the next answer on. */
type TestPerson = { email?: string; isVerified?: boolean; groups?: string[]; isGone?: boolean };

/** A real OpenID Connect provider whose people and keys a test changes. */
export type IdentityProvider = AsyncDisposable & {
  /** What a service and a dashboard are configured with. */
  config: SignInProvider;
  people: Map<string, TestPerson>;
  /** Signs with a new key from now on, and no longer publishes the old one. */
  rotateKeys(): Promise<void>;
  /** Answers every request with 503 while it is set. */
  setDown(isDown: boolean): void;
  /** Signs a person in at the address that a client sent a browser to. Returns the address that it is sent back to. */
  signIn(address: string, person: string): Promise<string>;
};

type Options = Pick<SignInProvider, 'id' | 'roles'> & {
  redirectUri: string;
  returnTo?: string;
  hasRefreshTokens?: boolean;
  /** Who somebody is that the test has not named. */
  stranger?: (id: string) => TestPerson;
};

/** Starts one on any free port, with one client. */
export async function startIdentityProvider({ id, roles, ...options }: Options): Promise<IdentityProvider> {
  const server = createServer();
  const port = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = `the secret of ${id} : %`;
  const people = new Map<string, TestPerson>();
  const make = async () => {
    const provider = createProvider({ ...options, issuer, clientSecret, people, key: await newKey() });
    provider.on('server_error', (_context, error) => console.error(error));
    return provider.callback();
  };
  let handle = await make();
  let isDown = false;
  server.on('request', (request, response) => {
    if (isDown) response.writeHead(503).end();
    else void handle(request, response);
  });
  return {
    config: {
      id,
      roles,
      name: `Company ${id}`,
      issuer,
      clientId: 'taskdeck',
      clientSecret,
      scope: 'openid email profile',
      claim: 'groups',
      trustsEmail: false,
      algorithm: 'RS256',
    },
    people,
    async rotateKeys() {
      handle = await make();
    },
    setDown(given) {
      isDown = given;
    },
    signIn: (address, person) => signInAt(address, person, options.redirectUri),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Made = Omit<Options, 'id' | 'roles'> & {
  issuer: string;
  clientSecret: string;
  people: Map<string, TestPerson>;
  key: JWK;
};

function createProvider({
  issuer,
  clientSecret,
  people,
  key,
  redirectUri,
  returnTo,
  hasRefreshTokens,
  stranger,
}: Made) {
  const accountOf = (id: string): Account | undefined => {
    const person = people.get(id) ?? stranger?.(id);
    if (person === undefined || person.isGone === true) return undefined;
    const { email = `${id}@example.com`, isVerified = true, groups = [] } = person;
    return {
      accountId: id,
      claims: () => ({ sub: id, name: `Name of ${id}`, email, email_verified: isVerified, groups }),
    };
  };
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'taskdeck',
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        ...(returnTo !== undefined && { post_logout_redirect_uris: [returnTo] }),
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_context, id) => accountOf(id),
    issueRefreshToken: () => hasRefreshTokens === true,
    rotateRefreshToken: true,
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key of this test'] },
  });
}

async function newKey(): Promise<JWK> {
  const { privateKey }: { privateKey: CryptoKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' };
}

/** Follows the redirects of a provider with its cookies, and fills its form in. */
async function signInAt(address: string, person: string, redirectUri: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = address;
  let form: URLSearchParams | undefined;
  for (let hops = 0; hops < 10 && !url.startsWith(redirectUri); hops++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';', 1)[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location === null && !page.includes('name="login"')) throw new Error(`the provider answered: ${page}`);
    form = location === null ? new URLSearchParams({ prompt: 'login', login: person, password: 'any' }) : undefined;
    url = new URL(location ?? /action="([^"]+)"/.exec(page)?.[1] ?? url, url).href;
  }
  return url;
}
