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

/** A small label. A tone of status needs a word or an icon beside it: colour alone says nothing. */
export function Badge({ tone = 'neutral', className, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded px-1.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
      {...props}
    />
  );
}
