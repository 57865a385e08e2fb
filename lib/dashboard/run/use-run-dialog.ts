'use client';
import { useCallback, useState } from 'react';
import type { TaskView } from '@/components/run/run-view.ts';
import type { OpenDialog } from './parts/run-dialogs.tsx';

/** The dialog that is open on a run's page, and the task as it was when it was opened. */
export function useRunDialog(task: TaskView) {
  const [open, setOpen] = useState<{ dialog: OpenDialog; seen: TaskView }>();
  return {
    open,
    setDialog: (dialog: OpenDialog) => setOpen({ dialog, seen: task }),
    close: useCallback(() => setOpen(undefined), []),
  };
}
