import { expect, it, vi } from 'vitest';
import { createAccessTokens } from './access-token.ts';
import { authOptions } from './auth.ts';
import { createConnect } from './connect.ts';
import { refuseFollowedSignIn } from './refuse-followed-sign-in.ts';
import { host, sessionSecret } from './testing/stand-in.ts';

const origin = `https://${host}`;
vi.stubEnv('NEXTAUTH_URL', origin);
const options = authOptions(
  {
    isSecure: true,
    accessTokens: createAccessTokens(async () => {
      throw new Error('nobody signs in here');
    }),
    connect: createConnect({ serviceUrl: 'http://127.0.0.1:1', allowInsecureService: false }),
    signIn: { providers: [], hasPassword: true },
    sessionSecrets: [sessionSecret],
  },
  new Headers(),
);
const refuse = (method: string, path: string) =>
  refuseFollowedSignIn(new Request(`${origin}/api/auth/${path}`, { method }), options.providers);

it.each(options.providers.map(({ id, options: given }) => given?.id ?? id))(
  'a link to the sign-in %s, which next-auth answers with 500, is refused',
  (id) => {
    const refused = refuse('GET', `callback/${id}`);
    expect(refused?.status).toBe(405);
    expect(refused?.headers.get('allow')).toBe('POST');
    expect(refuse('POST', `callback/${id}`)).toBeUndefined();
  },
);

it.each(['session', 'csrf', 'callback/company', 'callback/unknown', 'signin/credentials', 'callback'])(
  'a request for %s goes on to next-auth',
  (path) => {
    expect(refuse('GET', path)).toBeUndefined();
  },
);
