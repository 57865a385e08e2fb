import 'server-only';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { presentTime } from '@/components/ui/present.ts';

/** What a schedule means: in words, and when it starts next. */
export type ScheduleMeaning = { words: string; next: string[] };

/**
 * Reads a cron expression as the service does: with the same options, one occurrence after the other, and one at `until`
 * is the last. Or says in a sentence what is wrong with it.
 */
export function describeSchedule(
  { cron, timeZone, until }: { cron: string; timeZone: string; until?: string | undefined },
  { count, from = new Date(presentTime()) }: { count: number; from?: Date },
): ScheduleMeaning | { problem: string } {
  try {
    const pattern = new Cron(cron, { timezone: timeZone, paused: true, mode: '5-or-6-parts' });
    const end = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
    const next: string[] = [];
    for (let last = pattern.nextRun(from); last !== null && next.length < count; last = pattern.nextRun(last)) {
      if (last.getTime() > end) break;
      next.push(last.toISOString());
    }
    return { words: wordsOf(cron), next };
  } catch (error) {
    return { problem: sentence(error) };
  }
}

/** croner reads more than cronstrue can put into words; then the expression speaks for itself. */
function wordsOf(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return cron;
  }
}

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/^CronPattern: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
