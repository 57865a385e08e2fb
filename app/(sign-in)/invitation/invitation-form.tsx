'use client';
import { NewPasswordForm } from '@/components/account/new-password-form.tsx';
import { Mark } from '@/components/shell/mark.tsx';
import { acceptInvitation } from '@/lib/dashboard/access/accept-invitation.ts';

/** What the link of an invitation opens: sets the password, and leads into the dashboard. */
export function InvitationForm() {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-80">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-7" />
          <h1 className="font-semibold text-xl tracking-tight">Welcome to Taskdeck</h1>
        </div>
        <p className="mb-4 text-muted text-sm">
          You were invited as an operator. Choose a password to sign in with. The link works once.
        </p>
        <NewPasswordForm onChoose={acceptInvitation} />
      </div>
    </main>
  );
}
