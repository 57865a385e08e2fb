'use client';
import { useEffect, useState } from 'react';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Time } from '@/components/ui/time.tsx';
import type { Occurrences as Found } from './next-occurrences.ts';

const loadOccurrences = partLoader(() => import('./next-occurrences.ts'));

type Props = { cron: string; timeZone: string; until: string };

/** The next times of the schedule that is being written, or what is wrong with it. */
export function Occurrences({ cron, timeZone, until }: Props) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let isStale = false;
    const end = until.trim() === '' ? undefined : new Date(until);
    void loadOccurrences().then(({ nextOccurrences }) => {
      if (isStale) return;
      const isKnown = cron.trim() !== '' && (end === undefined || !Number.isNaN(end.getTime()));
      setFound(isKnown ? nextOccurrences({ cron, timeZone: timeZone || 'UTC', until: end }, new Date()) : undefined);
    });
    return () => {
      isStale = true;
    };
  }, [cron, timeZone, until]);
  return (
    <div role="status" className="text-xs">
      {found && 'problem' in found && <p className="text-danger">{found.problem}</p>}
      {found && 'times' in found && (
        <>
          <p className="font-medium text-muted">Next runs</p>
          <ol className="mt-1 grid gap-0.5">
            {found.times.map((time) => (
              <li key={time.getTime()} className="flex gap-3">
                <Time value={time} style="absolute" />
                <span className="text-muted">
                  <Time value={time} style="relative" />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
