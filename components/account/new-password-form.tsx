'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

type Refusal = { reason: string; seconds?: number };

/** Asks twice for a password. `onChoose` resolves with nothing when it is set. */
export function NewPasswordForm({ onChoose }: { onChoose: (password: string) => Promise<Refusal | undefined> }) {
  const [problem, setProblem] = useState<{ at: 'password' | 'repeated' | 'general'; text: string }>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    if (password !== form.get('repeated')) return setProblem({ at: 'repeated', text: 'The passwords differ.' });
    setBusy(true);
    const refusal = await onChoose(password);
    if (refusal === undefined) return;
    setBusy(false);
    setProblem(problemOf(refusal));
  };
  const errorAt = (at: 'password' | 'repeated') => (problem?.at === at ? problem.text : undefined);

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="New password" hint="At least 12 characters, not a common password." error={errorAt('password')}>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={12}
            autoFocus
          />
        )}
      </Field>
      <Field label="New password again" error={errorAt('repeated')}>
        {(control) => <Input {...control} name="repeated" type="password" autoComplete="new-password" required />}
      </Field>
      {problem?.at === 'general' && <FailureNote>{problem.text}</FailureNote>}
      <Button type="submit" variant="primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Signing in…' : 'Set password and sign in'}
      </Button>
    </form>
  );
}

function problemOf({ reason, seconds }: Refusal): { at: 'password' | 'general'; text: string } {
  switch (reason) {
    case 'commonPassword':
      return { at: 'password', text: 'This password is among the most common ones.' };
    case 'namePassword':
      return { at: 'password', text: 'A password is not made of your name or e-mail address.' };
    case 'invitationOver':
      return {
        at: 'general',
        text: 'This link was used, has expired or was revoked. If you set a password with it, sign in. Otherwise ask an administrator for a new link.',
      };
    case 'throttled':
      return { at: 'general', text: `Too many attempts. Try again in ${seconds ?? 30} s.` };
    default:
      return { at: 'general', text: 'The service cannot be reached. Try again in a moment.' };
  }
}
