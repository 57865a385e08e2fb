import { BellOff, CircleCheck, CircleDot, type LucideIcon, RotateCcw, Sparkles } from 'lucide-react';
import type { ErrorGroupStatus } from '#contract';
import type { StatusTone } from '../task/status.ts';

/** The word, shape and colour of a group's status. */
export const groupStatusLook: Readonly<Record<ErrorGroupStatus, { word: string; tone: StatusTone; icon: LucideIcon }>> =
  {
    new: { word: 'New', tone: 'danger', icon: Sparkles },
    ongoing: { word: 'Ongoing', tone: 'caution', icon: CircleDot },
    backAgain: { word: 'Back again', tone: 'danger', icon: RotateCcw },
    resolved: { word: 'Resolved', tone: 'positive', icon: CircleCheck },
    muted: { word: 'Muted', tone: 'idle', icon: BellOff },
  };

/** The statuses of groups that somebody should look at. */
export const openStatuses: readonly ErrorGroupStatus[] = ['new', 'ongoing', 'backAgain'];
