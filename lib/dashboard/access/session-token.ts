import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt';
import { z } from 'zod';
import { presentTime } from '../../../components/ui/present.ts';

/** What the encrypted cookie holds. The browser can read none of it. */
export const session = z.object({
  operator: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  /** The provider that the operator signed in with; the ID token lets the operator sign out there without a question. */
  provider: z.object({ id: z.string(), idToken: z.string().optional() }).optional(),
  refreshToken: z.string(),
  /** When the refresh token came. `renewSession` exchanges it after some minutes. */
  renewedOn: z.string().optional(),
  refreshExpiresOn: z.string(),
});

export type Session = z.infer<typeof session>;

/** Reads a session cookie; `undefined` for one that is forged, of another secret, or over. */
export async function decodeSession(token: string, secrets: readonly string[]): Promise<Session | undefined> {
  const found = session.safeParse(await decodeToken({ token, salt: '' }, secrets));
  return found.success && Date.parse(found.data.refreshExpiresOn) > presentTime() ? found.data : undefined;
}

/** Decrypts a token of next-auth with the first of the secrets that fits; `null` when none does. */
export async function decodeToken(
  given: Pick<JWTDecodeParams, 'token' | 'salt'>,
  secrets: readonly string[],
): Promise<JWT | null> {
  for (const secret of secrets) {
    const found = await decode({ ...given, secret }).catch(() => null); // of another secret, or not one of our tokens
    if (found !== null) return found;
  }
  return null;
}
