'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Button, type ButtonProps } from '@/components/ui/button.tsx';
import { useRemedies } from '../use-remedy.ts';
import type { Stuck } from './remedy-dialog.tsx';

const RemedyDialog = dynamic(
  partLoader(() => import('./remedy-dialog.tsx').then((loaded) => loaded.RemedyDialog)),
  { ssr: false },
);

/** What helps a task that does not move, beside its reason. Draws nothing where only waiting helps. */
export function RemedyButton({ task, ...look }: { task: Stuck } & Pick<ButtonProps, 'variant' | 'size'>) {
  const [open, setOpen] = useState<'raise' | 'move' | 'release'>();
  const remedies = useRemedies(setOpen);
  const remedy = remedies.of(task);
  return (
    <>
      {remedy !== undefined && (
        <Button
          size="sm"
          {...look}
          actionKey={`${remedy.action} ${task.id} ${task.waitingFor?.until ?? ''}`}
          disabledReason={remedy.refusal}
          onClick={() => void remedies.apply(task, remedy.action)}
        >
          {remedy.word}
        </Button>
      )}
      {open !== undefined && <RemedyDialog action={open} task={task} onClose={() => setOpen(undefined)} />}
    </>
  );
}
