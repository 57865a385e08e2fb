'use client';
import { useEffect, useState } from 'react';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { Button } from '@/components/ui/button.tsx';
import { goToProvider } from '@/lib/dashboard/access/go-to-provider.ts';
import { proofDonePath } from '@/lib/dashboard/access/sign-in-path.ts';
import { tellProof } from '@/lib/dashboard/proof/proof-channel.ts';

type Props = { provider: string; state: 'new' | 'done' | 'failed' };

/** The window in which somebody signs in again at the sign-in provider. It tells the page that opened it. */
export function ProofAtProvider({ provider, state }: Props) {
  const [failure, setFailure] = useState<keyof typeof failures | undefined>(state === 'failed' ? 'refused' : undefined);
  useEffect(() => {
    if (state === 'new') void signInAgain(provider, setFailure);
    if (state !== 'done') return;
    tellProof();
    window.close();
  }, [provider, state]);
  return (
    <SignInCard title="Confirm that it is you">
      <p role="status" className="mb-4 text-muted text-sm">
        {state === 'done' && 'Confirmed. Close this window: the other page continues by itself.'}
        {state !== 'done' && failure === undefined && 'Leading to the sign-in provider…'}
        {failure !== undefined && failures[failure]}
      </p>
      {failure !== undefined && (
        <Button variant="primary" onClick={() => void signInAgain(provider, setFailure)}>
          Try again
        </Button>
      )}
    </SignInCard>
  );
}

const failures = {
  refused: 'The sign-in provider did not confirm that it is you. Sign in there with the same account.',
  providerAway: 'The sign-in provider does not answer.',
  unreachable: 'The dashboard does not answer.',
};

/** The provider has to ask for the sign-in again, and to say when it was (OpenID Connect, 3.1.2.1). */
async function signInAgain(provider: string, onFailure: (failure: keyof typeof failures) => void): Promise<void> {
  const failure = await goToProvider(provider, proofDonePath, { asked: { prompt: 'login', max_age: '0' } });
  if (failure === undefined) return;
  const { reason } = failure;
  onFailure(reason === 'providerAway' || reason === 'unreachable' ? reason : 'refused');
}
