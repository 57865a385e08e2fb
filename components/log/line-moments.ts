import type { LogEntry } from '#contract';
import type { Moment } from '@/components/time-cursor/nearest-moment.ts';

/** When lines were logged, for the time cursor. */
export function lineMoments(lines: readonly LogEntry[]): Moment[] {
  return lines.map(({ id, loggedOn }) => ({ id, at: Date.parse(loggedOn) }));
}
