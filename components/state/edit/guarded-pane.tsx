'use client';
import { type LeaveQuestion, useLeaveQuestion } from '@/components/shell/use-leave-question.tsx';
import { EntryPane, type EntryPaneProps } from './entry-pane.tsx';

/** An entry's pane that asks before an unfinished edit is left: by closing it, by another entry, or by another page. */
export function GuardedPane({ isUnfinished, question, onClose, ...pane }: EntryPaneProps & LeaveQuestion) {
  const { leave, dialog } = useLeaveQuestion({ isUnfinished, question });
  return (
    <>
      <EntryPane {...pane} onClose={() => leave(onClose)} />
      {dialog}
    </>
  );
}
