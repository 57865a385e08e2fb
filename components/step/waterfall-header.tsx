'use client';
import { useRef } from 'react';
import { useWidth } from '@/components/table/use-width.ts';
import { cn } from '@/components/ui/class-names.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { layoutRuler } from './ruler.ts';
import type { TimeAxis } from './time-axis.ts';

/** The head of the time column: round offsets from the beginning, and what each break leaves out. */
export function WaterfallScale({ axis }: { axis: TimeAxis }) {
  const ruler = useRef<HTMLSpanElement>(null);
  const width = useWidth(ruler) ?? 0;
  return (
    <span ref={ruler} className="absolute inset-0 overflow-hidden">
      {layoutRuler(axis, width).map((label) => (
        <span
          key={`${label.kind} ${label.offsetInMs}`}
          title={label.title}
          className={cn(
            'tabular absolute top-1/2 -translate-y-1/2 whitespace-nowrap font-normal text-xs',
            label.kind === 'break' ? 'text-muted' : 'text-faint',
          )}
          style={{ left: label.left }}
        >
          {label.text}
        </span>
      ))}
    </span>
  );
}

/** What crosses every row: collapsed stretches and the line of now. Decorative: the header and bars say it in words. */
export function WaterfallGrid({ axis, nowPosition }: { axis: TimeAxis; nowPosition: number | undefined }) {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0">
      {axis.collapsed.map((gap) => (
        <span
          key={gap.from}
          title={`Idle time collapsed (${formatDuration(gap.to - gap.from)})`}
          className="absolute inset-y-0 border-edge/50 border-x border-dashed bg-sunken"
          style={{ left: `${gap.start * 100}%`, width: `${(gap.end - gap.start) * 100}%` }}
        />
      ))}
      {nowPosition !== undefined && (
        <span
          className="absolute inset-y-0 w-px bg-accent"
          style={{ left: `min(${nowPosition * 100}%, calc(100% - 1px))` }}
        />
      )}
    </span>
  );
}

/** The collapsed stretches in words, for the caption below the waterfall. */
export function collapsedSentence(axis: TimeAxis): string | undefined {
  if (axis.collapsed.length === 0) return undefined;
  const total = axis.collapsed.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const periods = axis.collapsed.length === 1 ? '' : `, ${axis.collapsed.length} periods`;
  return `Idle time collapsed (${formatDuration(total)}${periods})`;
}
