'use client';
import { PasswordForm } from '@/components/account/password-form.tsx';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { Button } from '@/components/ui/button.tsx';
import { useSignOut } from '@/lib/dashboard/access/sign-out.ts';
import { changePassword } from '@/lib/dashboard/account/actions.ts';

/** What an operator with a generated password sees after signing in, until the password is changed. */
export function FirstPassword({ email, target }: { email: string; target: string }) {
  const signOut = useSignOut();
  return (
    <SignInCard title="Choose a password">
      <p className="mb-4 text-muted text-sm">
        The password of <code className="font-mono">{email}</code> was generated. Change it to continue.
      </p>
      <PasswordForm
        email={email}
        onChange={async (input) => {
          const answer = await changePassword(input);
          if (!answer.ok) return answer.problem;
          window.location.assign(target);
          return undefined;
        }}
      />
      <Button variant="ghost" className="mt-3 w-full" onClick={signOut}>
        Sign out
      </Button>
    </SignInCard>
  );
}
