'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProveForm } from '@/components/account/prove-form.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { ActionResult } from '../../access/perform-action.ts';
import { beginPasskeyProof, proveWithPasskey } from '../../passkey/actions.ts';
import { problemOf } from '../../problem/problem.ts';
import { proveWithPassword, readProof } from '../actions.ts';
import { settleProof } from '../pending-proof.ts';
import { onProof } from '../proof-channel.ts';

/** Asks for a fresh proof in the moment in which an action needs it. The action then goes on by itself. */
export function ProveDialog({ email }: { email: string }) {
  const [failure, setFailure] = useState<string>();
  const { data, error, refetch } = useQuery({ queryKey: ['proof'], queryFn: () => readProof(undefined), gcTime: 0 });
  const proof = data?.ok === true ? data.value : undefined;
  const unread = data?.ok === false ? data.problem : error === null ? undefined : problemOf(error);
  useEffect(() => onProof(() => settleProof(true)), []);

  const take = async (act: () => Promise<ActionResult<unknown>>) => {
    setFailure(undefined);
    try {
      const answer = await act();
      if (answer.ok) settleProof(true);
      else setFailure(answer.problem.detail);
    } catch (error) {
      setFailure(problemOf(error).detail);
    }
  };
  const prove = (password: string, recoveryCode: string) =>
    take(async () => {
      const answer = await proveWithPassword({ password, ...(recoveryCode !== '' && { recoveryCode }) });
      if (answer.ok || answer.problem.code !== 'InvalidCredentials') return answer;
      const detail = recoveryCode === '' ? 'Wrong password.' : 'Wrong password, or a recovery code that was used.';
      return { ok: false, problem: { ...answer.problem, detail } };
    });
  const provePasskey = () =>
    take(async () => {
      const { askForPasskey, whyNoPasskey } = await import('../../passkey/browser-passkey.ts');
      const begun = await beginPasskeyProof(undefined);
      if (!begun.ok) return begun;
      try {
        return await proveWithPasskey(await askForPasskey(begun.value.options));
      } catch (error) {
        return { ok: false, problem: { code: 'InvalidCredentials', detail: whyNoPasskey(error) } };
      }
    });
  return (
    <Dialog onClose={() => settleProof(false)}>
      <DialogContent title="Confirm that it is you" description={descriptionOf(proof)}>
        {unread !== undefined ? (
          <ErrorState title="The ways to confirm could not be read" problem={unread} onRetry={() => void refetch()} />
        ) : proof === undefined ? (
          <Skeleton className="h-20 rounded-md" />
        ) : (
          <ProveForm
            email={email}
            hasPassword={proof.methods.includes('password')}
            hasPasskey={proof.methods.includes('passkey')}
            providerName={proof.providerName}
            failure={failure}
            onPassword={prove}
            onPasskey={() => void provePasskey()}
            onProvider={() => window.open('/proof', '_blank', 'popup,width=480,height=640')}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

function descriptionOf(proof: { maximumAgeInSeconds: number } | undefined): string {
  if (proof === undefined) return 'This action needs it. It continues by itself afterwards.';
  const { maximumAgeInSeconds: seconds } = proof;
  const age = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `This action needs a sign-in of the last ${age}. It continues by itself afterwards.`;
}
