import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { AccessTokens } from './access-token.ts';
import { callbackCookieName, redirectTarget } from './callback-url.ts';
import { clientAddressOf } from './client-address.ts';
import type { Connect } from './connect.ts';
import { deviceName } from './device-name.ts';
import type { SessionConfig } from './session.ts';
import { sessionCookieName, sessionLifetimeInSeconds } from './session-cookie.ts';
import { decodeToken, session } from './session-token.ts';
import { signIn, signOut } from './sign-in.ts';

/** What signing in and out needs. */
export type AuthParts = SessionConfig & { accessTokens: AccessTokens; connect: Connect };

/** next-auth's settings: the service checks the password, the encrypted cookie keeps the session's refresh token. */
export function authOptions({ isSecure, sessionSecrets, ...parts }: AuthParts): NextAuthOptions {
  const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const;
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
      CredentialsProvider({
        name: 'Password',
        credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
        authorize: (given, { headers: sent }) => {
          const headers = new Headers(sent ?? {});
          return signIn(parts, given, {
            address: clientAddressOf(headers),
            device: deviceName(headers.get('user-agent')),
          });
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, ...(user === undefined ? {} : session.parse(user)) }),
      session: ({ session: shown }) => ({ expires: shown.expires }),
      redirect: redirectTarget,
    },
    events: { signOut: ({ token }) => signOut(parts, token) },
  };
}
