'use client';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { formatDuration } from '@/components/ui/duration.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { useCursorTime, useTimeCursor } from './use-time-cursor.ts';

/** The clock time that the cursor points at, and its offset from the start of the run. */
export function CursorReadout({ startedAt }: { startedAt: number }) {
  const { timeZone } = useTimePreferences();
  const cursor = useTimeCursor();
  const time = useCursorTime();
  if (time === undefined) return null;
  const clock = formatAbsolute(new Date(time.at), timeZone, { milliseconds: true }).slice(11);
  const words = `${clock}, ${offsetWords(time.at - startedAt)}`;
  return (
    <>
      <section
        aria-label="Time cursor"
        className="tabular pointer-events-none fixed right-3 bottom-10 z-20 flex items-center gap-1 rounded-md border border-accent bg-surface py-0.5 pr-0.5 pl-2 text-xs shadow-md"
      >
        <span>{words}</span>
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          aria-label="Remove the time cursor"
          className="pointer-events-auto size-6"
          onClick={() => cursor.set(undefined)}
        >
          <X aria-hidden />
        </Button>
      </section>
      <p role="status" className="sr-only">
        {time.by === 'keyboard' && words}
      </p>
    </>
  );
}

/** An offset with its sign: `+1.2 s`. */
function offsetWords(milliseconds: number): string {
  return `${milliseconds < 0 ? '−' : '+'}${formatDuration(Math.abs(milliseconds))}`;
}
