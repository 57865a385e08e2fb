'use client';
import { CalendarClock } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Time } from '@/components/ui/time.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';

/** What a schedule means, or what is wrong with it. */
export type Meaning = { words: string; next: string[] } | { problem: string };

type ScheduleMeaningProps = { meaning: Meaning | undefined; timeZone: string; hasCron: boolean };

/** A schedule in words, and its next times in its own zone. Its height is the same before they are known. */
export function ScheduleMeaning({ meaning, timeZone, hasCron }: ScheduleMeaningProps) {
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
          {meaning.next.length === 0 ? (
            <p className="text-caution text-xs">The schedule has no further occurrence.</p>
          ) : (
            <>
              <p className="mt-1 text-muted text-xs">
                Next {meaning.next.length}, in {timeZone.replaceAll('_', ' ')}
              </p>
              <ol className="mt-0.5 grid gap-0.5 text-xs">
                {meaning.next.map((time) => (
                  <li key={time} className="flex gap-3">
                    <time dateTime={time} className="tabular font-mono">
                      {formatAbsolute(new Date(time), timeZone)}
                    </time>
                    <span className="text-muted">
                      <Time value={time} style="relative" />
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      )}
    </section>
  );
}
