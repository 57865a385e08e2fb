'use client';
import { type FormEvent, useState } from 'react';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { useSignOut } from '@/lib/dashboard/access/sign-out.ts';
import { addPasskeyHere } from '@/lib/dashboard/passkey/add-passkey-here.ts';
import { answered } from '@/lib/dashboard/problem/answered.ts';

/** What an operator who needs a passkey and has none sees after signing in, until there is one. */
export function FirstPasskey({ email, target }: { email: string; target: string }) {
  const signOut = useSignOut();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const answer = await answered(addPasskeyHere(name.trim()));
    if (answer.ok) return window.location.assign(target);
    const { code, detail } = answer.problem;
    setFailure(code === 'FreshProofRequired' ? 'You signed in too long ago. Sign out and in again.' : detail);
    setBusy(false);
  };
  return (
    <SignInCard title="Add a passkey">
      <p className="mb-4 text-muted text-sm">
        What <code className="font-mono">{email}</code> may do needs a passkey: a fingerprint, face, PIN or security
        key. Add one to continue. From then on, the password alone does not sign you in.
      </p>
      <form onSubmit={(event) => void add(event)} className="grid gap-3">
        <Field label="Name" hint="For example the device: Work laptop" error={failure}>
          {(control) => (
            <Input
              {...control}
              required
              value={name}
              maxLength={128}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="w-full" disabled={isBusy}>
          {isBusy ? 'Waiting for your device…' : 'Add passkey'}
        </Button>
      </form>
      <Button variant="ghost" className="mt-3 w-full" onClick={signOut}>
        Sign out
      </Button>
    </SignInCard>
  );
}
