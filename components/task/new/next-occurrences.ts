import { Cron } from 'croner';

/** The next times of a schedule, or why it has none that can be told. */
export type Occurrences = { times: Date[] } | { problem: string };

/** The next `count` times after `from` at which a schedule runs. */
export function nextOccurrences(
  schedule: { cron: string; timeZone: string; until?: Date | undefined },
  from: Date,
  count = 5,
): Occurrences {
  try {
    const options = { timezone: schedule.timeZone, paused: true, ...(schedule.until && { stopAt: schedule.until }) };
    const times = new Cron(schedule.cron, options).nextRuns(count, from);
    return times.length === 0 ? { problem: 'No occurrence.' } : { times };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { problem: message.replace(/^CronPattern: /, '').replace(/^./, (first) => first.toUpperCase()) };
  }
}
