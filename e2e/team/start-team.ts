import { readOnlyScopes } from '#contract';
import { startIdentityProvider } from '../../lib/service/testing/identity-provider.ts';
import { type Stack, startStack } from '../stack.ts';

/**
 * A new deployment, whose people can sign in at their company, and administrators need a passkey. One person alone changes
 * no secret and no policy, reveals nothing and deletes no more than one thing.
 */
export async function startTeam(): Promise<AsyncDisposable & { stack: Stack }> {
  await using parts = new AsyncDisposableStack();
  const { stop, ...stack } = await startStack(async ({ dashboardUrl }) => {
    const company = await startIdentityProvider({
      id: 'company',
      roles: { staff: readOnlyScopes },
      redirectUri: `${dashboardUrl}/api/auth/callback/company`,
      returnTo: `${dashboardUrl}/sign-in`,
      stranger: () => ({ groups: ['staff'] }),
    });
    parts.use(company);
    return {
      TASKDECK_SIGN_IN_PROVIDERS: JSON.stringify([{ ...company.config, name: 'Company' }]),
      TASKDECK_NEEDS_APPROVAL: 'secrets,reveal,policies,bulk-delete',
      TASKDECK_PASSKEY_SCOPES: 'operators/manage',
    };
  });
  parts.defer(stop);
  const all = parts.move();
  return { stack, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
