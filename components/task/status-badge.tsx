import type { TaskStatus } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { statusLook, toneSoft, toneText } from './status.ts';
import { StatusIcon } from './status-icon.tsx';

/** The status of a task, run or step: icon and word, in its colour; `plain` without a background, for dense tables. */
export function StatusBadge(props: { status: TaskStatus; variant?: 'soft' | 'plain'; className?: string }) {
  const { word, tone } = statusLook[props.status];
  return (
    <span
      className={cn(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap',
        props.variant === 'plain'
          ? toneText[tone]
          : cn('h-6 items-center rounded-full px-2 font-medium text-xs', toneSoft[tone]),
        props.className,
      )}
    >
      <StatusIcon status={props.status} className="self-center" />
      {word}
    </span>
  );
}
