'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { whyUnanswered } from '@/components/ui/unreachable.ts';
import { type PasswordProblems, type PasswordRefusal, passwordProblems } from './password-problems.ts';

type PasswordFormProps = {
  /** Whose password it is: password managers file it under this name. */
  email: string;
  /** Resolves with nothing when the password is changed. */
  onChange: (input: { currentPassword: string; newPassword: string }) => Promise<PasswordRefusal | undefined>;
};

/** Asks for the current password and twice for a new one, and shows at each field what is wrong with it. */
export function PasswordForm({ email, onChange }: PasswordFormProps) {
  const [problems, setProblems] = useState<PasswordProblems>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [currentPassword, newPassword] = [String(form.get('current')), String(form.get('new'))];
    if (newPassword !== form.get('repeated')) {
      setProblems({ repeated: 'The passwords differ.' });
      return;
    }
    setBusy(true);
    const refusal = await onChange({ currentPassword, newPassword }).catch(whyUnanswered);
    setBusy(false);
    setProblems(refusal === undefined ? {} : passwordProblems(refusal));
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field label="Current password" error={problems.current}>
        {(control) => (
          <Input {...control} name="current" type="password" autoComplete="current-password" required autoFocus />
        )}
      </Field>
      <Field label="New password" hint="At least 12 characters, not a common password." error={problems.next}>
        {(control) => (
          <Input {...control} name="new" type="password" autoComplete="new-password" required minLength={12} />
        )}
      </Field>
      <Field label="New password again" error={problems.repeated}>
        {(control) => <Input {...control} name="repeated" type="password" autoComplete="new-password" required />}
      </Field>
      {problems.general !== undefined && <FailureNote>{problems.general}</FailureNote>}
      <Button type="submit" variant="primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Changing the password…' : 'Change password'}
      </Button>
    </form>
  );
}
