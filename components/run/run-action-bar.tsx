'use client';
import { GitCompareArrows } from 'lucide-react';
import { ActsMenu } from '@/components/shell/acts-menu.tsx';
import { Button } from '@/components/ui/button.tsx';
import { useCopy } from '@/components/ui/use-copy.ts';
import { remedyOf } from '../reason/remedy.ts';
import { firstAction } from './run-actions.ts';
import { actLook, type RunMenuProps, runMenu } from './run-menu.ts';

export type RunActionBarProps = RunMenuProps & {
  /** Shows the run beside the one that tells most about it. */
  onCompare: () => void;
};

/** The one action that helps now as a button, and all others in a menu and in the palette. */
export function RunActionBar({ onCompare, ...props }: RunActionBarProps) {
  const { task, actions, onAction } = props;
  const { copy } = useCopy();
  const first = firstAction(task.status, task.waitingFor);
  const { icon: Icon, word } = actLook[first];
  const label = remedyOf(task.waitingFor)?.word ?? word;
  return (
    <>
      <Button
        actionKey={`${label} ${task.waitingFor?.until ?? ''}`}
        variant={first === 'cancel' ? 'secondary' : 'primary'}
        onClick={() => onAction(first)}
        disabledReason={actions[first].reason}
      >
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{label}</span>
      </Button>
      <Button onClick={onCompare} aria-keyshortcuts="D" title="Compare with the last run that succeeded (D)">
        <GitCompareArrows aria-hidden />
        <span className="max-sm:sr-only">Compare</span>
      </Button>
      <ActsMenu groups={runMenu(props, copy)} />
    </>
  );
}
