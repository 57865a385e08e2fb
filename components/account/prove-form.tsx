'use client';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

type ProveFormProps = {
  /** Who proves it: password managers find the password under this name. */
  email: string;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** What the sign-in provider is called; `undefined`: the operator has none. */
  providerName: string | undefined;
  /** Why the last try failed, as a sentence. */
  failure: string | undefined;
  /** Resolves when the try is over. */
  onPassword: (password: string, recoveryCode: string) => Promise<void>;
  onPasskey: () => void;
  onProvider: () => void;
};

/** Asks an operator who is signed in for a new proof of who they are. */
export function ProveForm({ email, hasPassword, hasPasskey, providerName, failure, ...on }: ProveFormProps) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    await on.onPassword(String(form.get('password')), String(form.get('code') ?? ''));
    setBusy(false);
  };
  return (
    <div className="grid gap-4">
      {hasPasskey && (
        <Button variant="primary" onClick={on.onPasskey}>
          <KeyRound aria-hidden /> Use a passkey
        </Button>
      )}
      {hasPassword && (
        <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
          <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <Field label="Your password" error={failure}>
            {(control) => (
              <Input
                {...control}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                autoFocus={!hasPasskey}
              />
            )}
          </Field>
          {hasPasskey && (
            <Field label="Recovery code" hint="In place of your passkey. It works once">
              {(control) => <Input {...control} name="code" autoComplete="off" required maxLength={64} />}
            </Field>
          )}
          <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? 'Confirming…' : 'Confirm'}
          </Button>
        </form>
      )}
      {providerName !== undefined && (
        <Button variant={hasPassword ? 'secondary' : 'primary'} onClick={on.onProvider}>
          Sign in again with {providerName}
        </Button>
      )}
      {!hasPassword && failure !== undefined && <FailureNote>{failure}</FailureNote>}
    </div>
  );
}
