import { stateLimits } from '@/components/state/state-limits.ts';
import { readDuration } from '@/components/ui/duration-text.ts';
import { readMoment } from '@/components/ui/moment-text.ts';

export const expiryKinds = ['keep', 'never', 'in', 'at'] as const;
/** `keep`: as it is (a new entry: as its store has it). */
export type ExpiryKind = (typeof expiryKinds)[number];

/** What a save does to the expiry; left out of it, the expiry stays. A time is turned into seconds when it is sent. */
export type ExpiryChange = { never: true } | { inSeconds: number } | { at: string };

/** Reads what is written for an expiry. */
export function readExpiry(
  kind: ExpiryKind,
  text: string,
  now: number,
): { change?: ExpiryChange | undefined; error?: string } {
  if (kind === 'keep') return {};
  if (kind === 'never') return { change: { never: true } };
  if (kind === 'in') {
    const duration = readDuration(/^\s*\d+\s*$/.test(text) ? `${text}s` : text);
    if (duration === undefined) return { error: 'A duration such as 90s, 30m, 12h or 7d' };
    const inSeconds = Math.ceil(duration / 1_000);
    if (inSeconds < 1) return { error: 'At least one second' };
    return inSeconds > stateLimits.ttlInSeconds ? { error: 'At most 100 years' } : { change: { inSeconds } };
  }
  const moment = readMoment(text);
  if (moment === undefined) return { error: 'A time such as 2026-12-31T18:00 (UTC)' };
  const at = Date.parse(moment.on);
  if (at <= now) return { error: 'This time has passed' };
  if ((at - now) / 1_000 > stateLimits.ttlInSeconds) return { error: 'At most 100 years from now' };
  return { change: { at: moment.on } };
}

/** A change of the expiry in words. */
export function expiryWords(change: ExpiryChange): string {
  if ('never' in change) return 'never expires';
  return 'at' in change ? `expires at ${change.at}` : `expires ${change.inSeconds} s after it is saved`;
}

/** Seconds from now as the service takes them; -1: never. */
export function ttlOf(change: ExpiryChange, now: number): number {
  if ('never' in change) return -1;
  return 'at' in change ? Math.max(1, Math.ceil((Date.parse(change.at) - now) / 1_000)) : change.inSeconds;
}
