import { decode } from 'next-auth/jwt';
import { z } from 'zod';

/** What the encrypted cookie holds. The browser can read none of it. */
export const session = z.object({
  operator: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  refreshToken: z.string(),
  refreshExpiresOn: z.string(),
});

export type Session = z.infer<typeof session>;

/** Reads a session cookie; `undefined` for one that is forged, of another secret, or over. */
export async function decodeSession(token: string, secret: string): Promise<Session | undefined> {
  try {
    const found = session.safeParse(await decode({ token, secret }));
    return found.success && Date.parse(found.data.refreshExpiresOn) > Date.now() ? found.data : undefined;
  } catch {
    return undefined; // not one of our cookies: the same as none
  }
}
