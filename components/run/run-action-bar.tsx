'use client';
import {
  AlarmClockOff,
  ArrowRightLeft,
  Ban,
  BellPlus,
  Copy,
  CopyPlus,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  GitCompareArrows,
  GitFork,
  LockOpen,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  RotateCw,
  Send,
  Trash2,
} from 'lucide-react';
import { isEnded } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { useCopy } from '@/components/ui/use-copy.ts';
import { remedyOf } from '../reason/remedy.ts';
import { type ActionState, firstAction, type RunActionName } from './run-actions.ts';
import type { TaskView } from './run-view.ts';

export type RunActionBarProps = {
  task: TaskView;
  actions: Record<RunActionName, ActionState>;
  onAction: (name: Exclude<RunActionName, 'create' | 'alert'>) => void;
  isWatched: boolean;
  onWatch: () => void;
  /** New task like this. */
  onCreate: () => void;
  /** A file with the run, to send. */
  onTakeAlong: () => void;
  /** New alert about this task. */
  onAlert: () => void;
  /** Shows the run beside the one that tells most about it. */
  onCompare: () => void;
  /** Commands to copy. */
  curl: { create: () => string; read: () => string };
};

type Act = Exclude<RunActionName, 'create' | 'alert' | 'delete' | 'fork'>;

const look: Readonly<Record<Act, { icon: LucideIcon; word: string }>> = {
  raise: { icon: Send, word: 'Raise event' },
  move: { icon: ArrowRightLeft, word: 'Move to queue…' },
  edit: { icon: Pencil, word: 'Edit task…' },
  rerun: { icon: RotateCw, word: 'Rerun' },
  pause: { icon: Pause, word: 'Pause' },
  resume: { icon: Play, word: 'Resume' },
  wake: { icon: AlarmClockOff, word: 'End the wait' },
  release: { icon: LockOpen, word: 'Release lock…' },
  cancel: { icon: Ban, word: 'Cancel' },
};

/** The one action that helps now as a button, and all others in a menu. */
export function RunActionBar(props: RunActionBarProps) {
  const { task, actions, onAction, isWatched, onWatch, onCreate, onTakeAlong, onAlert, onCompare, curl } = props;
  const { copy } = useCopy();
  const first = firstAction(task.status, task.waitingFor);
  const { icon: Icon, word } = look[first];
  const label = remedyOf(task.waitingFor)?.word ?? word;
  const isPaused = task.status === 'paused';
  const listed = (['raise', 'wake', 'rerun', isPaused ? 'resume' : 'pause', 'cancel', 'edit'] as const).filter(
    (one) => one !== first,
  );
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
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button iconOnly aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {listed.map((name) => (
            <MenuAct key={name} name={name} actions={actions} onAction={onAction} />
          ))}
          <DropdownMenuItem onSelect={() => onAction('fork')} disabledReason={actions.fork.reason}>
            <GitFork aria-hidden /> Fork from a step…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onCreate} disabledReason={actions.create.reason}>
            <CopyPlus aria-hidden /> New task like this…
          </DropdownMenuItem>
          <DropdownMenuItem
            onSelect={onWatch}
            disabledReason={isEnded(task.status) && !isWatched ? 'It has already ended.' : undefined}
          >
            {isWatched ? <EyeOff aria-hidden /> : <Eye aria-hidden />} {isWatched ? 'Stop watching' : 'Watch'}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onAlert} disabledReason={actions.alert.reason}>
            <BellPlus aria-hidden /> Alert when it fails…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onTakeAlong}>
            <Download aria-hidden /> Take along…
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => void copy(task.id, 'task id')}>
            <Copy aria-hidden /> Copy id
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void copy(curl.create(), 'the command')}>
            <Copy aria-hidden /> Copy as curl: create it
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void copy(curl.read(), 'the command')}>
            <Copy aria-hidden /> Copy as curl: read it
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem isDangerous onSelect={() => onAction('delete')} disabledReason={actions.delete.reason}>
            <Trash2 aria-hidden /> Delete…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}

function MenuAct({ name, actions, onAction }: Pick<RunActionBarProps, 'actions' | 'onAction'> & { name: Act }) {
  const { icon: Icon, word } = look[name];
  return (
    <DropdownMenuItem onSelect={() => onAction(name)} disabledReason={actions[name].reason}>
      <Icon aria-hidden /> {word}
    </DropdownMenuItem>
  );
}
