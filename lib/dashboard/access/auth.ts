import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { isRequestFailedError } from '#client';
import { signInInput } from '#contract';
import { dashboardConfig } from '../config.ts';
import { connect } from '../connect.ts';
import { forgetAccess, holdAccess } from './access-token.ts';
import { clientAddressOf } from './client-address.ts';
import { sessionCookieName, sessionLifetimeInSeconds } from './session-cookie.ts';
import { session } from './session-token.ts';
import { writeSignInFailure } from './sign-in-failure.ts';

/** next-auth's settings: the service checks the password, the encrypted cookie keeps the session's refresh token. */
export function authOptions(): NextAuthOptions {
  const { isSecure, sessionSecret } = dashboardConfig();
  return {
    secret: sessionSecret,
    session: { strategy: 'jwt', maxAge: sessionLifetimeInSeconds },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isSecure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(isSecure),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      },
    },
    providers: [
      CredentialsProvider({
        name: 'Password',
        credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
        authorize: (given, request) => signIn(given, clientAddressOf(new Headers(request.headers ?? {}))),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, ...(user === undefined ? {} : session.parse(user)) }),
      session: ({ session: shown }) => ({ expires: shown.expires }),
    },
    events: {
      async signOut({ token }) {
        const ended = session.safeParse(token);
        if (!ended.success) return;
        forgetAccess(ended.data.refreshToken);
        await connect('anonymous').signOutAsync(ended.data.refreshToken);
      },
    },
  };
}

/** Throws an error whose message next-auth hands to the sign-in page: a `SignInFailure` as text. */
async function signIn(given: unknown, address: string | undefined) {
  const input = signInInput.safeParse(pick(given));
  if (!input.success) throw new Error(writeSignInFailure({ reason: 'credentials' }));
  try {
    const answer = await connect('anonymous', { address, maximumRetries: 0 }).signInAsync(input.data);
    holdAccess(answer);
    const { operator, refreshToken, refreshExpiresOn } = answer;
    return { id: operator.id, operator, refreshToken, refreshExpiresOn };
  } catch (error) {
    throw new Error(writeSignInFailure(failureOf(error)), { cause: error });
  }
}

function failureOf(error: unknown) {
  if (!isRequestFailedError(error)) throw error;
  if (error.code === 'InvalidCredentials' || error.code === 'InvalidRequest') return { reason: 'credentials' } as const;
  if (error.code !== 'TooManyRequests') return { reason: 'unreachable' } as const;
  return { reason: 'throttled', seconds: Math.ceil((error.retryAfterInMs ?? 30_000) / 1_000) } as const;
}

/** next-auth adds members of its own (csrfToken, callbackUrl) to what the form sent. */
function pick(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return undefined;
  return { email: Reflect.get(given, 'email'), password: Reflect.get(given, 'password') };
}
