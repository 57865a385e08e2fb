'use client';
import { groupRemedy, type StuckGroup } from '@/components/overview/stuck-group.ts';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import type { AskedGroup } from './group-dialog.tsx';

const words = { move: 'Move to queue…', wake: 'Retry now…', resume: 'Resume…' };

type Props = { group: StuckGroup; onAsk: (asked: AskedGroup) => void };

/** The one action that helps all tasks of a cause; where only a worker helps, the way to the workers. */
export function GroupAction({ group, onAsk }: Props) {
  const { reason } = useMay('tasks/update');
  const remedy = groupRemedy(group);
  if (remedy === undefined)
    return (
      <Button asChild size="sm">
        <Link href="/workers">Workers</Link>
      </Button>
    );
  return (
    <Button size="sm" disabledReason={reason} onClick={() => onAsk({ group, remedy })}>
      {words[remedy]}
    </Button>
  );
}
