import { fullScope, type SignInResponse } from '#contract';
import { signAccessToken } from './access-token.ts';
import type { Session } from './session.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Returns the answer of sign-in and its refresh: the session's next access token. */
export async function answerSession(
  keys: SigningKeys,
  session: Session,
  refreshToken: string,
): Promise<SignInResponse> {
  const { id, email, name, scopes, mustChangePassword, provider } = session.operator;
  const { accessToken, expiresAt } = await signAccessToken(keys, {
    operatorId: id,
    sessionId: session.id,
    scopes,
    sessionExpiresAt: Date.parse(session.expiresOn),
  });
  return {
    accessToken,
    expiresOn: new Date(expiresAt).toISOString(),
    refreshToken,
    refreshExpiresOn: session.expiresOn,
    operator: { id, email, name, ...(provider !== undefined && { provider }) },
    scopes: scopes.map(fullScope),
    ...(mustChangePassword && { mustChangePassword }),
  };
}
