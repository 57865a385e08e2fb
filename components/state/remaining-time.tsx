'use client';
import { Hourglass } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useNow, useTimePreferences } from '@/components/ui/time-preferences.tsx';

const soonInMs = 3_600_000;

/** What remains of an entry that expires, counted down; when that is, on hover. */
export function RemainingTime({ expiresOn }: { expiresOn: string }) {
  const now = useNow();
  const { timeZone } = useTimePreferences();
  const rest = Date.parse(expiresOn) - now;
  return (
    <time
      dateTime={expiresOn}
      title={`${formatAbsolute(new Date(expiresOn), timeZone, { milliseconds: true })} ${timeZone}`}
      className={cn('tabular inline-flex items-center gap-1 whitespace-nowrap', rest < soonInMs && 'text-caution')}
    >
      <Hourglass aria-hidden className="size-3 shrink-0" />
      {rest <= 0
        ? 'expired'
        : formatDuration(Math.max(1_000, Math.round(rest / 1_000) * 1_000)).replace(/\.\d+ s$/, ' s')}
    </time>
  );
}
