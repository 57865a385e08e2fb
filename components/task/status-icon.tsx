import {
  Ban,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleX,
  Hourglass,
  ListEnd,
  type LucideIcon,
  RotateCw,
  TimerOff,
} from 'lucide-react';
import type { TaskStatus } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { statusLook, toneText } from './status.ts';

/** Each status has a shape of its own, so that none is told by colour alone. */
const statusIcon: Readonly<Record<TaskStatus, LucideIcon>> = {
  scheduled: CalendarClock,
  queued: ListEnd,
  running: CirclePlay,
  waiting: Hourglass,
  retrying: RotateCw,
  paused: CirclePause,
  succeeded: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
  timedOut: TimerOff,
};

/** A status's icon in its colour. Decorative: put the word beside it, or in the accessible name of what holds it. */
export function StatusIcon({ status, className }: { status: TaskStatus; className?: string }) {
  const Icon = statusIcon[status];
  return <Icon aria-hidden="true" className={cn('size-3.5 shrink-0', toneText[statusLook[status].tone], className)} />;
}
