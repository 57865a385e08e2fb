'use client';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { leaveBy, useLeaveGuard } from './use-leave-guard.ts';

export type LeaveQuestion = {
  /** Whether leaving now would leave something unsaved behind. */
  isUnfinished: boolean;
  /** What is asked then. */
  question: { title: string; description: string };
};

/** The question before an unfinished edit is left. The dialog is to be rendered; `leave` asks when it has to. */
export function useLeaveQuestion({ isUnfinished, question }: LeaveQuestion) {
  const { go, stay } = useLeaveGuard(isUnfinished);
  const dialog = go !== undefined && (
    <ConfirmDialog
      onClose={stay}
      title={question.title}
      description={question.description}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={async () => go()}
    />
  );
  return { leave: leaveBy, dialog };
}
