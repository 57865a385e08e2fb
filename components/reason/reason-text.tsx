'use client';
import type { WaitingFor } from '#contract';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useNow, useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { wordReason } from './reason-words.ts';

/** Why a run does not move, in the operator's zone and counting. With `hasNext`, also what happens next. */
export function ReasonText({ reason, hasNext = false }: { reason: WaitingFor; hasNext?: boolean }) {
  const now = useNow();
  const { timeZone } = useTimePreferences();
  const { sentence, next } = wordReason(reason, {
    now,
    formatTime: (time) => formatAbsolute(new Date(time), timeZone),
  });
  return (
    <span title={`${sentence} ${next}`} className="text-muted">
      {hasNext ? <span className="text-ink">{sentence}</span> : sentence}
      {hasNext && ` ${next}`}
    </span>
  );
}
