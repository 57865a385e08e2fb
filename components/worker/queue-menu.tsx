'use client';
import { BellPlus, Ellipsis } from 'lucide-react';
import type { Queue } from '#contract';
import type { AlertAbout } from '@/components/alert/alert-path.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';

type QueueMenuProps = {
  /** Why the operator may make no alert. */
  alertReason: string | undefined;
  onAlert: (about: AlertAbout) => void;
};

/** The column of what can be done about a queue. */
export function queueMenuColumn({ alertReason, onAlert }: QueueMenuProps): PlainColumn<Queue> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 4.5,
    align: 'end',
    cell: ({ name }) => (
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" iconOnly aria-label={`Actions of queue ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem
            disabledReason={alertReason}
            onSelect={() => onAlert({ kind: 'noWorker', queue: name, name: `Queue ${name} has no worker` })}
          >
            <BellPlus aria-hidden /> Alert when it has no worker…
          </DropdownMenuItem>
          <DropdownMenuItem
            disabledReason={alertReason}
            onSelect={() => onAlert({ kind: 'queueWait', queue: name, name: `Runs of queue ${name} wait too long` })}
          >
            <BellPlus aria-hidden /> Alert when its runs wait too long…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    ),
  };
}
