import { type ErrorGroupUpdate, ranges } from '#contract';
import { isWithin, rangeWords } from '@/components/ui/number-text.ts';

type MuteNumber = 'mutedFailures' | 'mutedPerHour';

/** What is wrong with the numbers that end a mute, by field. Text that is no number is `NaN`. */
export function muteProblems(update: ErrorGroupUpdate): Partial<Record<MuteNumber, string>> {
  const problems: Partial<Record<MuteNumber, string>> = {};
  for (const name of ['mutedFailures', 'mutedPerHour'] as const) {
    const value = update[name];
    if (value === undefined || (Number.isInteger(value) && isWithin(value, ranges.mutedFailures))) continue;
    problems[name] = `Enter a whole number from ${rangeWords(ranges.mutedFailures)}`;
  }
  return problems;
}
