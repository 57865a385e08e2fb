'use client';
import { useEffect, useState } from 'react';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { Button } from '@/components/ui/button.tsx';
import { proofDonePath } from '@/lib/dashboard/access/sign-in-path.ts';
import { tellProof } from '@/lib/dashboard/proof/proof-channel.ts';

type Props = { provider: string; state: 'new' | 'done' | 'failed' };

/** The window in which somebody signs in again at the sign-in provider. It tells the page that opened it. */
export function ProofAtProvider({ provider, state }: Props) {
  const [hasFailed, setFailed] = useState(state === 'failed');
  useEffect(() => {
    if (state === 'new') void signInAgain(provider).catch(() => setFailed(true));
    if (state !== 'done') return;
    tellProof();
    window.close();
  }, [provider, state]);
  return (
    <SignInCard title="Confirm that it is you">
      <p role="status" className="mb-4 text-muted text-sm">
        {state === 'done' && 'Confirmed. Close this window: the other page goes on by itself.'}
        {state !== 'done' && !hasFailed && 'Leading to the sign-in provider…'}
        {hasFailed && 'The sign-in provider did not confirm that it is you. Sign in there with the same account.'}
      </p>
      {hasFailed && (
        <Button variant="primary" onClick={() => void signInAgain(provider).catch(() => setFailed(true))}>
          Try again
        </Button>
      )}
    </SignInCard>
  );
}

/** The provider has to ask for the sign-in again, and to say when it was (OpenID Connect, 3.1.2.1). */
async function signInAgain(provider: string): Promise<void> {
  const { signIn } = await import('next-auth/react');
  await signIn(provider, { callbackUrl: proofDonePath }, { prompt: 'login', max_age: '0' });
}
