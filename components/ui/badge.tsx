import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

const tones = {
  neutral: 'bg-idle-soft text-muted',
  accent: 'bg-accent-soft text-accent',
  positive: 'bg-positive-soft text-positive',
  danger: 'bg-danger-soft text-danger',
  caution: 'bg-caution-soft text-caution',
  active: 'bg-active-soft text-active',
  waiting: 'bg-waiting-soft text-waiting',
  idle: 'bg-idle-soft text-idle',
};

export type Tone = keyof typeof tones;

type QuietTone = 'neutral' | 'accent';

/** A tone that tells a status comes with an icon: a status is never told by its colour alone. */
type BadgeProps = ComponentProps<'span'> &
  ({ tone?: QuietTone; icon?: LucideIcon } | { tone: Exclude<Tone, QuietTone>; icon: LucideIcon });

/** A small label. */
export function Badge({ tone = 'neutral', icon: Icon, className, children, ...props }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded px-1.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
      {...props}
    >
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
    </span>
  );
}
