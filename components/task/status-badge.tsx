import type { TaskStatus } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { statusLook, toneSoft } from './status.ts';
import { StatusIcon } from './status-icon.tsx';

/** The status of a task, run or step: icon and word in its colour. `plain`, for dense tables, colours only the icon, and not what went well. */
export function StatusBadge(props: { status: TaskStatus; variant?: 'soft' | 'plain' }) {
  const { word, tone } = statusLook[props.status];
  const isQuiet = props.variant === 'plain' && (tone === 'positive' || tone === 'idle');
  return (
    <span
      className={cn(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap',
        props.variant === 'plain'
          ? isQuiet && 'text-muted'
          : cn('h-6 items-center rounded-full px-2 font-medium text-xs', toneSoft[tone]),
      )}
    >
      <StatusIcon status={props.status} className={cn('self-center', isQuiet && 'text-muted')} />
      {word}
    </span>
  );
}
