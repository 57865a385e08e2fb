import { CheckCheck, CircleCheck, CircleX, Hourglass, type LucideIcon, ShieldX, TimerOff, Undo2 } from 'lucide-react';
import type { Approval, ApprovalState, RevealTarget } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { type Named, nameOfTask, type TaskNames } from '@/components/task/task-names.ts';
import { Badge, type Tone } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { approvalPath } from './approval-path.ts';

const states: Readonly<Record<ApprovalState, { word: string; tone: Tone; icon: LucideIcon }>> = {
  waiting: { word: 'Waiting', tone: 'waiting', icon: Hourglass },
  granted: { word: 'Granted', tone: 'positive', icon: CircleCheck },
  declined: { word: 'Declined', tone: 'danger', icon: ShieldX },
  withdrawn: { word: 'Withdrawn', tone: 'idle', icon: Undo2 },
  expired: { word: 'Expired', tone: 'idle', icon: TimerOff },
  used: { word: 'Used', tone: 'idle', icon: CheckCheck },
  failed: { word: 'Failed', tone: 'danger', icon: CircleX },
};

function nameOf(target: RevealTarget, taskNames: TaskNames): string {
  if ('storeName' in target) return `${target.storeName}/${target.id}`;
  return `run ${target.runCount} of ${nameOfTask(taskNames, target.taskId) ?? target.taskId}`;
}

/** What a request is for, in words. */
export function askedWords({ asked, target, taskNames }: Named<Pick<Approval, 'asked' | 'target'>>): string {
  if (target !== undefined) return `See the hidden values of ${nameOf(target, taskNames)}`;
  return asked?.what ?? 'An action that you may no longer do';
}

const what: PlainColumn<Named<Approval>> = {
  id: 'target',
  header: 'Request',
  width: 14,
  cell: (approval) => {
    const words = askedWords(approval);
    if (approval.target === undefined)
      return (
        <span className="block truncate font-medium" title={words}>
          {words}
        </span>
      );
    return (
      <Link href={approvalPath(approval.target)} className="block truncate font-medium underline" title={words}>
        {words}
      </Link>
    );
  },
};

const why: PlainColumn<Named<Approval>> = {
  id: 'reason',
  header: 'Reason',
  width: 14,
  cell: ({ reason }) => (
    <span className="block truncate" title={reason}>
      {reason}
    </span>
  ),
};

const asked: PlainColumn<Named<Approval>> = {
  id: 'asked',
  header: 'Requested',
  width: 6,
  dropOrder: 1,
  cell: ({ askedOn }) => <Time value={askedOn} />,
};

/** The columns of requests that wait for the operator. */
export function waitingColumns(onAnswer: (approval: Named<Approval>, isGranted: boolean) => void) {
  const columns: readonly PlainColumn<Named<Approval>>[] = [
    what,
    why,
    { id: 'by', header: 'Requested by', width: 10, cell: ({ askedBy }) => <span className="truncate">{askedBy}</span> },
    asked,
    {
      id: 'answer',
      header: 'Answer',
      width: 10,
      cell: (approval) => (
        <span className="flex gap-1">
          {([true, false] as const).map((isGranted) => (
            <Button
              key={String(isGranted)}
              size="sm"
              className="h-6"
              aria-label={`${isGranted ? 'Grant' : 'Decline'} the request of ${approval.askedBy}`}
              onClick={() => onAnswer(approval, isGranted)}
            >
              {isGranted ? 'Grant' : 'Decline'}
            </Button>
          ))}
        </span>
      ),
    },
  ];
  return columns;
}

/** The columns of the operator's own requests. */
export function ownColumns(onWithdraw: (approval: Named<Approval>) => void) {
  const columns: readonly PlainColumn<Named<Approval>>[] = [
    what,
    why,
    asked,
    {
      id: 'state',
      header: 'State',
      width: 6,
      cell: ({ state }) => {
        const { word, ...look } = states[state];
        return <Badge {...look}>{word}</Badge>;
      },
    },
    {
      id: 'answer',
      header: 'Answer',
      width: 14,
      cell: (approval) => {
        if (approval.state === 'waiting')
          return (
            <Button
              size="sm"
              className="h-6"
              aria-label={`Withdraw: ${askedWords(approval)}`}
              onClick={() => onWithdraw(approval)}
            >
              Withdraw…
            </Button>
          );
        const { answeredBy, note, outcome } = approval;
        const words = [answeredBy, note, outcome].filter((part) => part !== undefined).join(': ') || '–';
        return (
          <span className="block truncate text-muted" title={words}>
            {words}
          </span>
        );
      },
    },
  ];
  return columns;
}
