'use client';
import { CalendarClock } from 'lucide-react';
import type { TaskStatus } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Time } from '@/components/ui/time.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';

/** What a schedule means, or what is wrong with it. */
export type Meaning = { words: string; next: string[] } | { problem: string };

/** A task that runs on the schedule as it is shown: it may be paused, and its next run may be a later one. */
export type Planned = { status: TaskStatus; nextRunOn?: string | undefined };

type ScheduleMeaningProps = {
  meaning: Meaning | undefined;
  timeZone: string;
  hasCron: boolean;
  planned?: Planned | undefined;
};

/** A schedule in words, and its next times in its own zone. Its height is the same before they are known. */
export function ScheduleMeaning({ meaning, timeZone, hasCron, planned }: ScheduleMeaningProps) {
  return (
    <section
      aria-label="What the schedule means"
      className={cn(
        'min-h-60 rounded-md px-3 py-2',
        hasCron ? 'bg-sunken' : 'grid border border-edge/60 border-dashed',
      )}
    >
      {!hasCron && (
        <EmptyState icon={CalendarClock} title="Next runs" className="place-content-center py-4">
          They appear here when a cron expression is entered.
        </EmptyState>
      )}
      {meaning !== undefined && 'problem' in meaning && (
        <p role="alert" className="text-danger text-sm">
          {meaning.problem}
        </p>
      )}
      {meaning !== undefined && 'words' in meaning && (
        <div aria-live="polite">
          <p className="font-medium">{meaning.words}</p>
          <NextTimes
            times={timesOf(meaning.next, planned)}
            timeZone={timeZone}
            isPaused={planned?.status === 'paused'}
          />
        </div>
      )}
    </section>
  );
}

/** The times of a schedule. Those before the planned run are skipped. */
export function timesOf(next: readonly string[], planned: Planned | undefined): readonly string[] {
  const { nextRunOn, status } = planned ?? {};
  if (nextRunOn === undefined || status === 'paused') return next;
  return [nextRunOn, ...next.filter((time) => Date.parse(time) > Date.parse(nextRunOn))].slice(
    0,
    Math.max(1, next.length),
  );
}

function NextTimes(props: { times: readonly string[]; timeZone: string; isPaused: boolean }) {
  const { times, timeZone, isPaused } = props;
  if (times.length === 0) return <p className="text-caution text-xs">The schedule has no further occurrence.</p>;
  return (
    <>
      {isPaused && <p className="mt-1 text-caution text-xs">Paused: no run starts until it is resumed.</p>}
      <p className="mt-1 text-muted text-xs">
        {isPaused ? 'Its next' : 'Next'} {times.length}
        {isPaused && ' times'}, in {timeZone.replaceAll('_', ' ')}
      </p>
      <ol className="mt-0.5 grid gap-0.5 text-xs">
        {times.map((time) => (
          <li key={time} className="flex gap-3">
            <time dateTime={time} className="tabular font-mono">
              {formatAbsolute(new Date(time), timeZone)}
            </time>
            {!isPaused && (
              <span className="text-muted">
                <Time value={time} style="relative" />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
