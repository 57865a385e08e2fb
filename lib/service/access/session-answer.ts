import { fullScope, type SignInResponse } from '#contract';
import type { Service } from '../service.ts';
import { signAccessToken } from './access-token.ts';
import { mustAddPasskey, type Session } from './session.ts';

/** Returns the answer of sign-in and its refresh: the session's next access token. */
export async function answerSession(
  { signingKeys, clock, config }: Pick<Service, 'signingKeys' | 'clock' | 'config'>,
  session: Session,
  refreshToken: string,
): Promise<SignInResponse> {
  const { id, email, name, scopes, bounds, mustChangePassword, provider } = session.operator;
  const { accessToken, expiresAt } = await signAccessToken(
    { signingKeys, clock },
    {
      operatorId: id,
      sessionId: session.id,
      scopes,
      sessionExpiresAt: Date.parse(session.expiresOn),
    },
  );
  return {
    accessToken,
    expiresOn: new Date(expiresAt).toISOString(),
    refreshToken,
    refreshExpiresOn: session.expiresOn,
    operator: { id, email, name, ...(provider !== undefined && { provider }) },
    scopes: scopes.map(fullScope),
    ...(bounds && { bounds }),
    ...(mustChangePassword && { mustChangePassword }),
    ...(mustAddPasskey(session.operator, config.passkeyScopes) && { mustAddPasskey: true }),
  };
}
