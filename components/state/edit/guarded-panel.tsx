'use client';
import type { ComponentProps } from 'react';
import { type LeaveQuestion, useLeaveQuestion } from '@/components/shell/use-leave-question.tsx';
import { EditPanel } from './edit-panel.tsx';

type GuardedPanelProps = ComponentProps<typeof EditPanel> & LeaveQuestion;

/** An edit panel that asks before an unfinished edit is left, by closing it or by leaving the page. */
export function GuardedPanel({ isUnfinished, question, onClose, children, ...panel }: GuardedPanelProps) {
  const { leave, dialog } = useLeaveQuestion({ isUnfinished, question });
  return (
    <EditPanel {...panel} onClose={() => leave(onClose)}>
      {children}
      {dialog}
    </EditPanel>
  );
}
