import 'server-only';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { presentTime } from '@/components/ui/present.ts';

/** What a schedule means: in words, and when it starts next. */
export type ScheduleMeaning = { words: string; next: string[] };

/** Reads a cron expression as the service does (croner), or says in a sentence what is wrong with it. */
export function describeSchedule(
  { cron, timeZone, until }: { cron: string; timeZone: string; until?: string | undefined },
  { count, from = new Date(presentTime()) }: { count: number; from?: Date },
): ScheduleMeaning | { problem: string } {
  try {
    const occurrences = new Cron(cron, { timezone: timeZone, ...(until === undefined ? {} : { stopAt: until }) });
    const next = occurrences.nextRuns(count, from).map((time) => time.toISOString());
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
