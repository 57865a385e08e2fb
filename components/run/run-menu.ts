import {
  AlarmClockOff,
  ArrowRightLeft,
  Ban,
  BellPlus,
  Copy,
  CopyPlus,
  Download,
  Eye,
  EyeOff,
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
import type { ListedAct } from '@/components/shell/acts-menu.tsx';
import { type ActionState, firstAction, type RunActionName } from './run-actions.ts';
import type { TaskView } from './run-view.ts';

export type RunMenuProps = {
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
  /** Commands to copy. */
  curl: { create: () => string; read: () => string };
};

type Act = Exclude<RunActionName, 'create' | 'alert' | 'delete' | 'fork'>;

/** The icon and the word of each action that can be the primary button. */
export const actLook: Readonly<Record<Act, { icon: LucideIcon; word: string }>> = {
  raise: { icon: Send, word: 'Raise event' },
  move: { icon: ArrowRightLeft, word: 'Move to queue…' },
  edit: { icon: Pencil, word: 'Edit task…' },
  rerun: { icon: RotateCw, word: 'Rerun' },
  pause: { icon: Pause, word: 'Pause' },
  resume: { icon: Play, word: 'Resume' },
  wake: { icon: AlarmClockOff, word: 'Skip the wait' },
  release: { icon: LockOpen, word: 'Release lock…' },
  cancel: { icon: Ban, word: 'Cancel' },
};

/** Returns what a run page can do besides its primary button, in groups: for its menu and for the palette. */
export function runMenu(props: RunMenuProps, copy: (text: string, label: string) => Promise<void>): ListedAct[][] {
  const { task, actions, onAction, isWatched, curl } = props;
  const first = firstAction(task.status, task.waitingFor);
  const acts = (['raise', 'wake', 'rerun', task.status === 'paused' ? 'resume' : 'pause', 'cancel', 'edit'] as const)
    .filter((name) => name !== first)
    .map((name) => ({
      icon: actLook[name].icon,
      label: actLook[name].word,
      reason: actions[name].reason,
      run: () => onAction(name),
    }));
  return [
    [
      ...acts,
      { icon: GitFork, label: 'Fork from a step…', reason: actions.fork.reason, run: () => onAction('fork') },
      { icon: CopyPlus, label: 'New task like this…', reason: actions.create.reason, run: props.onCreate },
      {
        icon: isWatched ? EyeOff : Eye,
        label: isWatched ? 'Stop watching' : 'Watch',
        reason: isEnded(task.status) && !isWatched ? 'It has already ended.' : undefined,
        run: props.onWatch,
      },
      { icon: BellPlus, label: 'Alert when it fails…', reason: actions.alert.reason, run: props.onAlert },
      { icon: Download, label: 'Download a copy…', run: props.onTakeAlong },
    ],
    [
      { icon: Copy, label: 'Copy id', run: () => void copy(task.id, 'task id') },
      { icon: Copy, label: 'Copy as curl: create it', run: () => void copy(curl.create(), 'the command') },
      { icon: Copy, label: 'Copy as curl: read it', run: () => void copy(curl.read(), 'the command') },
    ],
    [
      {
        icon: Trash2,
        label: 'Delete…',
        isDangerous: true,
        reason: actions.delete.reason,
        run: () => onAction('delete'),
      },
    ],
  ];
}
