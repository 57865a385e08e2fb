import type { ErrorGroupStatus } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { toneText } from '../task/status.ts';
import { groupStatusLook } from './group-status.ts';

/** The status of an error group: icon and word. */
export function GroupStatusBadge({ status }: { status: ErrorGroupStatus }) {
  const { word, tone, icon: Icon } = groupStatusLook[status];
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={cn('size-3.5 shrink-0 self-center', toneText[tone])} />
      {word}
    </span>
  );
}
