'use client';
import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { EditPanel } from './edit-panel.tsx';

type GuardedPanelProps = ComponentProps<typeof EditPanel> & {
  /** Whether closing it would leave something unsaved behind. */
  isUnfinished: boolean;
  /** What is asked before it closes then. */
  question: { title: string; description: string };
};

/** An edit panel that asks before an unfinished edit is left, by closing it or by leaving the page. */
export function GuardedPanel({ isUnfinished, question, onClose, children, ...panel }: GuardedPanelProps) {
  const [isAsking, setAsking] = useState(false);
  useUnloadGuard(isUnfinished);
  return (
    <EditPanel {...panel} onClose={() => (isUnfinished ? setAsking(true) : onClose())}>
      {children}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={question.title}
        description={question.description}
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={async () => onClose()}
      />
    </EditPanel>
  );
}
