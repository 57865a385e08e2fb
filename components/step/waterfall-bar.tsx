import { statusLook, statusWord } from '@/components/task/status.ts';
import { cn } from '@/components/ui/class-names.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import type { Segment } from './segments.ts';
import type { TimeAxis } from './time-axis.ts';

const tones = {
  positive: 'text-positive',
  danger: 'text-danger',
  caution: 'text-caution',
  active: 'text-active',
  waiting: 'text-waiting',
  idle: 'text-idle',
};

const words: Record<Segment['kind'], string> = {
  queue: 'In the queue',
  run: 'Run',
  attempt: 'Attempt',
  backoff: 'Backoff before attempt',
  wait: 'Waiting',
  child: 'Child task',
};

const hatched = 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 5px)';

/** One row's bar. What costs a worker is solid, what only waits is hatched; words are in each part's title. */
export function WaterfallBar({ segments, axis }: { segments: readonly Segment[]; axis: TimeAxis }) {
  return (
    <>
      {segments.map((segment) => (
        <Part key={`${segment.kind} ${segment.from}`} segment={segment} axis={axis} />
      ))}
    </>
  );
}

function Part({ segment, axis }: { segment: Segment; axis: TimeAxis }) {
  const start = axis.position(segment.from);
  const width = axis.position(segment.to) - start;
  const isHatched = segment.kind === 'wait' || segment.kind === 'backoff' || segment.kind === 'queue';
  return (
    <span
      title={titleOf(segment)}
      className={cn(
        'absolute top-1/2 block min-w-0.5 -translate-y-1/2 forced-color-adjust-none rounded-[3px]',
        tones[toneOf(segment)],
        segment.kind === 'run' ? 'h-1.5 opacity-60' : segment.kind === 'child' ? 'h-2 opacity-80' : 'h-3',
        isHatched && 'border border-current/60',
        segment.isOpen && 'rounded-r-none',
      )}
      style={{
        left: `${start * 100}%`,
        width: `${width * 100}%`,
        background: isHatched ? hatched : 'currentColor',
      }}
    />
  );
}

function toneOf(segment: Segment): keyof typeof tones {
  if (segment.kind === 'backoff') return 'caution';
  if (segment.kind === 'queue') return 'idle';
  return statusLook[segment.status].tone;
}

function titleOf(segment: Segment): string {
  const what = segment.attempt === undefined ? words[segment.kind] : `${words[segment.kind]} ${segment.attempt}`;
  const took = formatDuration(segment.to - segment.from);
  const status = segment.kind === 'queue' || segment.kind === 'backoff' ? '' : `, ${statusWord(segment.status)}`;
  return `${what}: ${took}${segment.isOpen ? ' so far' : ''}${status}`;
}
