import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { Provider } from 'next-auth/providers/index';
import type { SignInMethods, SignInProvider } from '#contract';
import type { AccessTokens } from './access-token.ts';
import { callbackCookieName, keptTarget, redirectTarget } from './callback-url.ts';
import { clientAddressOf } from './client-address.ts';
import type { Connect } from './connect.ts';
import { deviceName } from './device-name.ts';
import { proveWithProvider, signInWithProvider } from './provider-sign-in.ts';
import { readSession, type SessionConfig } from './session.ts';
import { sessionCookieName, sessionLifetimeInSeconds } from './session-cookie.ts';
import { decodeToken, session } from './session-token.ts';
import { acceptInvitation, type Browser, signIn, signInWithPasskey, signOut } from './sign-in.ts';
import { writeSignInFailure } from './sign-in-failure.ts';
import { proofDonePath } from './sign-in-path.ts';

/** What signing in and out needs. */
export type AuthParts = SessionConfig & { accessTokens: AccessTokens; connect: Connect; signIn: SignInMethods };

/**
 * next-auth's settings for one request. The service checks passwords and ID tokens; the encrypted cookie keeps the
 * session's refresh token. `noteFailedSignOut` is called when the service could not end a session.
 */
export function authOptions(
  { isSecure, sessionSecrets, ...parts }: AuthParts,
  headers: Headers,
  noteFailedSignOut: (error: unknown) => void = () => {},
): NextAuthOptions {
  const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const;
  const browser: Browser = {
    address: clientAddressOf(headers),
    device: deviceName(headers.get('user-agent')),
  };
  return {
    secret: sessionSecrets[0],
    jwt: { decode: (params) => decodeToken(params, sessionSecrets) },
    session: { strategy: 'jwt', maxAge: sessionLifetimeInSeconds },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isSecure,
    cookies: {
      sessionToken: { name: sessionCookieName(isSecure), options: cookieOptions },
      callbackUrl: { name: callbackCookieName(isSecure), options: cookieOptions },
    },
    providers: [
      ...(parts.signIn.hasPassword
        ? [
            passwordProvider((given) => signIn(parts, given, browser)),
            tokenProvider('invitation', 'Invitation', (given) => acceptInvitation(parts, given, browser)),
            tokenProvider('passkey', 'Passkey', (given) => signInWithPasskey(parts, given, browser)),
          ]
        : []),
      ...parts.signIn.providers.map(openIdProvider),
    ],
    callbacks: {
      async signIn({ user, account }) {
        if (account?.type !== 'oauth') return true;
        const current = await readSession(headers, { isSecure, sessionSecrets });
        if (current !== undefined && keptTarget(headers, isSecure) === proofDonePath) {
          if (!(await proveWithProvider(parts, current, account, browser))) return '/proof?error=1';
          Object.assign(user, current);
          return true;
        }
        const signedIn = await signInWithProvider(parts, account, browser);
        if ('reason' in signedIn) return `/sign-in?error=${writeSignInFailure(signedIn)}`;
        Object.assign(user, signedIn);
        return true;
      },
      jwt: ({ token, user }) => ({ ...token, ...(user === undefined ? {} : session.parse(user)) }),
      session: ({ session: shown }) => ({ expires: shown.expires }),
      redirect: redirectTarget,
    },
    events: { signOut: ({ token }) => signOut(parts, token).catch(noteFailedSignOut) },
  };
}

function passwordProvider(authorize: (given: unknown) => ReturnType<typeof signIn>): Provider {
  return CredentialsProvider({
    name: 'Password',
    credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
    authorize,
  });
}

function tokenProvider(id: string, name: string, authorize: (given: unknown) => ReturnType<typeof signIn>): Provider {
  return CredentialsProvider({ id, name, credentials: {}, authorize });
}

/** The authorization code flow with PKCE, state and nonce. Each provider has a redirect URI of its own. */
function openIdProvider({ id, name, issuer, clientId, clientSecret, scope, algorithm }: SignInProvider): Provider {
  return {
    id,
    name,
    type: 'oauth',
    idToken: true,
    issuer,
    wellKnown: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope } },
    checks: ['pkce', 'state', 'nonce'],
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    client: {
      id_token_signed_response_alg: algorithm,
      ...(clientSecret === undefined && { token_endpoint_auth_method: 'none' }),
    },
    profile: ({ sub }: { sub: string }) => ({ id: sub }),
  };
}
