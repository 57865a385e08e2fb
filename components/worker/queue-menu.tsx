'use client';
import { BellPlus, Ellipsis } from 'lucide-react';
import type { Queue } from '#contract';
import type { AlertAbout } from '@/components/alert/alert-path.ts';
import type { PageAction } from '@/components/shell/page-actions.ts';
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

/** The alerts about a queue: what each is called in its menu, and where the queue has to be named. */
function alertsAbout(queue: string): { word: string; named: string; about: AlertAbout }[] {
  return [
    {
      word: 'Alert when it has no worker…',
      named: `Alert when queue ${queue} has no worker…`,
      about: { kind: 'noWorker', queue, name: `Queue ${queue} has no worker` },
    },
    {
      word: 'Alert when its runs wait too long…',
      named: `Alert when runs of queue ${queue} wait too long…`,
      about: { kind: 'queueWait', queue, name: `Runs of queue ${queue} wait too long` },
    },
  ];
}

/** What the menus of queues offer, for the palette. */
export function queueActions(queues: readonly Queue[], { alertReason, onAlert }: QueueMenuProps): PageAction[] {
  return queues.flatMap(({ name }) =>
    alertsAbout(name).map(({ named, about }) => ({ label: named, reason: alertReason, run: () => onAlert(about) })),
  );
}

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
          {alertsAbout(name).map(({ word, about }) => (
            <DropdownMenuItem key={word} disabledReason={alertReason} onSelect={() => onAlert(about)}>
              <BellPlus aria-hidden /> {word}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    ),
  };
}
