'use client';
import { Button, type ButtonProps } from '@/components/ui/button.tsx';
import { useRemedies } from '../use-remedy.ts';
import type { AskedRemedy, Stuck } from './remedy-dialog.tsx';

type Props = { task: Stuck; onAsk: (asked: AskedRemedy) => void } & Pick<ButtonProps, 'variant' | 'size'>;

/** What helps a task that does not move, beside its reason. Draws nothing where only waiting helps. */
export function RemedyButton({ task, onAsk, ...look }: Props) {
  const remedies = useRemedies((action, seen) => onAsk({ action, task: seen }));
  const remedy = remedies.of(task);
  if (remedy === undefined) return null;
  return (
    <Button
      size="sm"
      {...look}
      actionKey={`${remedy.action} ${task.id} ${task.waitingFor?.until ?? ''}`}
      disabledReason={remedy.refusal}
      onClick={() => void remedies.apply(task, remedy.action)}
    >
      {remedy.word}
    </Button>
  );
}
