'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { groupRemedy, type StuckGroup } from '@/components/overview/stuck-group.ts';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { useMay } from '../../access/scopes-context.tsx';

const GroupDialog = dynamic(
  partLoader(() => import('./group-dialog.tsx').then((loaded) => loaded.GroupDialog)),
  { ssr: false },
);

const words = { move: 'Move to queue…', wake: 'Retry now…', resume: 'Resume…' };

/** The one action that helps all tasks of a cause; where only a worker helps, the way to the workers. */
export function GroupAction({ group }: { group: StuckGroup }) {
  const [isOpen, setOpen] = useState(false);
  const { reason } = useMay('tasks/update');
  const remedy = groupRemedy(group);
  if (remedy === undefined)
    return (
      <Button asChild size="sm">
        <Link href="/workers">Workers</Link>
      </Button>
    );
  return (
    <>
      <Button size="sm" disabledReason={reason} onClick={() => setOpen(true)}>
        {words[remedy]}
      </Button>
      {isOpen && <GroupDialog group={group} remedy={remedy} onClose={() => setOpen(false)} />}
    </>
  );
}
