import { FailureNote } from '@/components/ui/failure-note.tsx';

/** Why a provider or a passkey did not let somebody in, and what to do. */
const texts = {
  providerAway: 'The provider does not answer. Try again in a moment.',
  providerRefused: 'The sign-in was not completed. Try again.',
  noRole: 'You have no access here. Ask an administrator to give one of your groups a role.',
  emailNotVerified: 'The provider does not say that your e-mail address is verified. Verify it there, then try again.',
  secondFactor: 'You have a passkey: sign in with it. If you have lost it, enter a recovery code below.',
  passkeyRefused: 'This passkey is not known here, or was removed.',
  noPasskeyUsed: 'No passkey was used.',
  passkeysUnavailable: 'Passkeys cannot be used at this address. Ask an administrator.',
  emailTaken: 'Another operator already has your e-mail address. Ask an administrator to remove one of the two.',
} as const;

/** What a sign-in with a provider or a passkey failed with. Draws nothing for other failures, which the form shows. */
export function SignInRefusal({ reason }: { reason: string | undefined }) {
  const text = Object.entries(texts).find(([known]) => known === reason)?.[1];
  if (text === undefined) return null;
  return <FailureNote className="mb-4">{text}</FailureNote>;
}
