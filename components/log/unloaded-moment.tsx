'use client';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTimeCursor } from '@/components/time-cursor/use-time-cursor.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import type { LogWindow } from './log-window.ts';
import { unloadedSide } from './unloaded-side.ts';

type UnloadedMomentProps = {
  window: LogWindow;
  /** Loads the lines around a time, in milliseconds since the epoch. */
  onLoad: (at: number) => Promise<void>;
};

/** Says that the line at the time cursor is not loaded, at the end of the list where it would be, and loads it. */
export function UnloadedMoment({ window, onLoad }: UnloadedMomentProps) {
  const cursor = useTimeCursor();
  const [isLoading, setLoading] = useState(false);
  const side = useSyncExternalStore(
    cursor.subscribe,
    useCallback(() => {
      const time = cursor.get();
      return time && unloadedSide(window, time.at);
    }, [cursor, window]),
    nothing,
  );
  if (side === undefined) return null;
  const load = async () => {
    const time = cursor.get();
    if (time === undefined) return;
    setLoading(true);
    await onLoad(time.at).finally(() => setLoading(false));
  };
  return (
    <section
      aria-label="Line at the time cursor"
      className={cn(
        'absolute inset-x-3 z-10 mx-auto flex w-fit items-center gap-2 rounded-md border border-accent bg-surface py-0.5 pr-0.5 pl-2 text-xs shadow-md',
        side === 'earlier' ? 'top-2' : 'bottom-12', // above the readout of the cursor
      )}
    >
      <p role="status">The line at the time cursor is {side}, and not loaded</p>
      <Button size="sm" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? 'Loading…' : 'Load it'}
      </Button>
    </section>
  );
}

const nothing = () => undefined;
