'use client';
import { PasswordForm } from '@/components/account/password-form.tsx';
import { Mark } from '@/components/shell/mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { signOutHere } from '@/lib/dashboard/access/sign-out.ts';
import { changePassword } from '@/lib/dashboard/account/actions.ts';

/** What an operator with a generated password sees after signing in, until the password is changed. */
export function FirstPassword({ email, target }: { email: string; target: string }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-80">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-7" />
          <h1 className="font-semibold text-xl tracking-tight">Choose a password</h1>
        </div>
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
        <Button variant="ghost" className="mt-3 w-full" onClick={() => void signOutHere()}>
          Sign out
        </Button>
      </div>
    </main>
  );
}
