'use client';
import type { Operator } from '#contract';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { OperatorAct } from './operator-columns.tsx';

type Asked = Exclude<OperatorAct, 'edit'>;

type OperatorConfirmProps = {
  what: Asked;
  operator: Operator;
  onClose: () => void;
  /** Resolves with nothing when done, or with why not. */
  onConfirm: () => Promise<string | undefined>;
};

const asked: Record<Asked, { title: (email: string) => string; description: string; label: string }> = {
  invite: {
    title: (email) => `Invite ${email}?`,
    description:
      'A new link is shown once. An earlier link stops working. Using the link ends the sessions of the operator.',
    label: 'Create invitation',
  },
  revoke: {
    title: (email) => `Revoke the invitation of ${email}?`,
    description: 'The link stops working. The operator stays in the list and can be invited again.',
    label: 'Revoke invitation',
  },
  endSessions: {
    title: (email) => `End all sessions of ${email}?`,
    description: 'They are refused within 2 seconds. The operator can sign in again.',
    label: 'End sessions',
  },
  reset: {
    title: (email) => `Reset the password of ${email}?`,
    description: 'All sessions of the operator end. A new password is generated and shown once.',
    label: 'Reset password',
  },
  resetPasskeys: {
    title: (email) => `Reset the passkeys of ${email}?`,
    description:
      'All passkeys and recovery codes of the operator are removed. The password alone then signs in. Sessions stay.',
    label: 'Reset passkeys',
  },
  disable: {
    title: (email) => `Disable ${email}?`,
    description: 'All sessions end within seconds, and the API keys that belong to the operator are refused.',
    label: 'Disable',
  },
  enable: {
    title: (email) => `Enable ${email}?`,
    description: 'The operator can sign in again, with the same password and the same scopes.',
    label: 'Enable',
  },
  delete: {
    title: (email) => `Delete ${email}?`,
    description:
      'All sessions end within seconds, and the API keys that belong to the operator are refused. What the operator did stays in the audit trail.',
    label: 'Delete operator',
  },
};

/** Asks once before what takes access away or gives it back. */
export function OperatorConfirm({ what, operator, onClose, onConfirm }: OperatorConfirmProps) {
  const { title, description, label } = asked[what];
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title(operator.email)}
      description={description}
      confirmLabel={label}
      isDangerous={what === 'delete' || what === 'disable'}
      canBeUndone={what === 'disable'}
      onConfirm={onConfirm}
    />
  );
}
