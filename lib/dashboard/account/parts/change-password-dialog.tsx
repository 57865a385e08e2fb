'use client';
import { PasswordForm } from '@/components/account/password-form.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { toast } from '@/components/ui/toast.ts';
import { changePassword } from '../actions.ts';

/** The dialog in which operators change their own password. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose}>
      <DialogContent title="Change password" description="Your other sessions end.">
        <PasswordForm
          email={email}
          onChange={async (input) => {
            const answer = await changePassword(input);
            if (!answer.ok) return answer.problem;
            toast.success('Password changed', { description: 'Your other sessions have ended.' });
            onClose();
            return undefined;
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
