'use client';
import {
  Ban,
  BellPlus,
  Copy,
  CopyPlus,
  ListFilter,
  PanelRight,
  RotateCcw,
  Send,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Clause } from '@/components/filter/clause.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { bulkWords, type TaskBulkAction, whyNot } from './task-bulk.ts';
import { filtersOfTask } from './task-filters.ts';
import type { TaskRow } from './task-row.ts';

type Props = {
  task: TaskRow;
  /** Where on the screen it opens, in pixels. */
  at: { x: number; y: number };
  /** Why an action cannot be chosen by this operator. */
  refusals: Readonly<Record<TaskBulkAction | 'raise' | 'create' | 'alert', string | undefined>>;
  onOpen: () => void;
  onPanel: () => void;
  onCopy: () => void;
  onCreateLike: () => void;
  onAlert: () => void;
  onRaise: () => void;
  onAct: (action: TaskBulkAction) => void;
  onFilter: (clause: Clause) => void;
  onClose: () => void;
};

const icons = { cancel: Ban, rerun: RotateCcw, delete: Trash2 };
const keys = { cancel: 'C', rerun: 'R', delete: undefined };

/** All that can be done with one row, for the pointer and the keyboard. */
export function TaskMenu(props: Props) {
  const { task, at, refusals } = props;
  const [opener] = useState(() => document.activeElement);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <DropdownMenu open modal={false} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <DropdownMenuTrigger asChild>
        <span
          aria-label="Task menu"
          role="img"
          className="pointer-events-none fixed size-0"
          style={{ left: at.x, top: at.y }}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-64" onCloseAutoFocus={returnFocus}>
        <DropdownMenuItem onSelect={props.onOpen} shortcut={<Kbd>Enter</Kbd>}>
          <SquareArrowOutUpRight aria-hidden /> Open
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={props.onPanel} shortcut={<Kbd>Space</Kbd>}>
          <PanelRight aria-hidden /> Show beside the list
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={props.onCopy}>
          <Copy aria-hidden /> Copy id
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={props.onCreateLike} disabledReason={refusals.create}>
          <CopyPlus aria-hidden /> New task like this
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={props.onAlert} disabledReason={refusals.alert}>
          <BellPlus aria-hidden /> Alert when it fails…
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={props.onRaise} disabledReason={refusals.raise} shortcut={<Kbd>E</Kbd>}>
          <Send aria-hidden /> Raise event
        </DropdownMenuItem>
        {(['rerun', 'cancel', 'delete'] as const).map((action) => {
          const Icon = icons[action];
          return (
            <DropdownMenuItem
              key={action}
              isDangerous={action === 'delete'}
              onSelect={() => props.onAct(action)}
              disabledReason={refusals[action] ?? whyNot([task], action)}
              shortcut={keys[action] && <Kbd>{keys[action]}</Kbd>}
            >
              <Icon aria-hidden /> {bulkWords[action].verb}
            </DropdownMenuItem>
          );
        })}
        <DropdownMenuSeparator />
        <p className="px-2 pt-2 pb-1 font-medium text-muted text-xs">Filter by</p>
        {filtersOfTask(task).map(({ label, clause }) => (
          <DropdownMenuItem key={label} onSelect={() => props.onFilter(clause)}>
            <ListFilter aria-hidden /> <span className="truncate">{label}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
