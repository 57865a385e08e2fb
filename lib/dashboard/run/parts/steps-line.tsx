import { isEnded, numberText } from '#contract';
import type { RunView } from '@/components/run/run-view.ts';
import { timeSentence } from '@/components/step/time-sums.ts';
import { collapsedSentence } from '@/components/step/waterfall-header.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cn } from '@/components/ui/class-names.ts';
import type { useWaterfall } from '../use-waterfall.ts';

type ReadSteps = { loaded: number; hasMore: boolean; isLoading: boolean };
type StepsLineProps = { run: RunView; read: ReadSteps; drawn: ReturnType<typeof useWaterfall> };

/** Below the steps: how many there are, where the time went, and whether time in which nothing ran is drawn short. */
export function StepsLine({ run, read, drawn }: StepsLineProps) {
  const { waterfall, isKnown, hasIdle, collapsesIdle, setCollapsesIdle } = drawn;
  return (
    <p
      className={cn(
        'flex min-h-8 items-center gap-x-3 border-line border-t px-3 py-1 text-muted text-xs',
        hasIdle && 'flex-wrap',
      )}
    >
      <span className="shrink-0">{stepsSentence(run, read)}</span>
      {isKnown && !read.isLoading && waterfall.sums !== undefined && (
        <span className="min-w-0 truncate" title={timeSentence(waterfall.sums)}>
          {timeSentence(waterfall.sums)}
        </span>
      )}
      {hasIdle && (
        <span className="ml-auto flex items-center gap-1.5">
          <Checkbox
            id="draw-idle-short"
            checked={collapsesIdle}
            onCheckedChange={(checked) => setCollapsesIdle(checked === true)}
          />
          <label htmlFor="draw-idle-short">
            {collapsesIdle ? collapsedSentence(waterfall.axis) : 'Collapse idle time'}
          </label>
        </span>
      )}
    </p>
  );
}

/** A run that goes on can have counted steps that are read a moment later. */
function stepsSentence(run: RunView, { loaded, hasMore, isLoading }: ReadSteps): string {
  if (isLoading) return 'Reading the steps…';
  const count = Math.max(run.stepCounts.total, loaded);
  if (count === 0) return isEnded(run.status) ? 'No steps.' : 'No steps yet.';
  const steps = `${numberText(count)} ${count === 1 ? 'step' : 'steps'}`;
  return hasMore && loaded < count ? `${steps}, ${numberText(loaded)} loaded` : steps;
}
