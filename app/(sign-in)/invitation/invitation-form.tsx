'use client';
import { NewPasswordForm } from '@/components/account/new-password-form.tsx';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { acceptInvitation } from '@/lib/dashboard/access/accept-invitation.ts';

/** What the link of an invitation opens: sets the password, and leads into the dashboard. */
export function InvitationForm() {
  return (
    <SignInCard title="Welcome to Taskdeck">
      <p className="mb-4 text-muted text-sm">
        You were invited as an operator. Choose a password to sign in with. The link works once.
      </p>
      <NewPasswordForm onChoose={acceptInvitation} />
    </SignInCard>
  );
}
