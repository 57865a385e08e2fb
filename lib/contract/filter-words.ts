import { spanWords } from './alert-words.ts';
import { counted } from './counted.ts';

type Value = string | number | boolean | readonly string[] | undefined;

/** The words for values of filters that do not say themselves what they mean, by the field of the list's query. */
export const filterValueWords = {
  status: { timedOut: 'timed out' },
  waitingFor: { sleep: 'time', task: 'child' },
  stuckFor: { backoff: 'backing off', leaseExpired: 'silent worker' },
} as const;

/** How a condition begins. A field that is not here is called by its name. */
const beginnings: Readonly<Record<string, string>> = {
  holds: 'value',
  search: 'text',
  createdAfter: 'created at or after',
  createdBefore: 'created before',
  endedAfter: 'ended at or after',
  endedBefore: 'ended before',
  runEndedAfter: 'a run ended at or after',
  runEndedBefore: 'a run ended before',
  group: 'error group',
  waitingFor: 'waiting for',
  heldBy: 'held by',
  stuckFor: 'stuck:',
  minimumRunTimeInMs: 'a run of at least',
  maximumRunTimeInMs: 'a run of less than',
  minimumQueueWaitInMs: 'queued for at least',
  maximumQueueWaitInMs: 'queued for less than',
  minimumStepTimeInMs: 'a step of at least',
  maximumStepTimeInMs: 'a step of less than',
};

/** Returns the conditions of a filter of the task list in words. `wordsOf` names values that are ids. */
export function filterWords(
  filter: Readonly<Record<string, Value>>,
  wordsOf: (field: string, value: string) => string | undefined = () => undefined,
): string[] {
  return Object.entries(filter).flatMap(([field, value]) => {
    if (value === undefined) return [];
    if (field === 'schedule') return [String(value) === 'true' ? 'a schedule' : 'no schedule'];
    const words = [value].flat().map((one) => wordsOf(field, String(one)) ?? valueWords(field, one));
    return [`${beginnings[field] ?? field} ${words.join(' or ')}`];
  });
}

function valueWords(field: string, value: Exclude<Value, readonly string[] | undefined> | string): string {
  if (field.endsWith('InMs')) return Number(value) < 1_000 ? `${value} ms` : spanWords(Number(value));
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = filterValueWords;
  return known[field]?.[String(value)] ?? String(value);
}

/** How many tasks have a status, in words: `3 tasks timed out`. */
export function statusCountWords({ status, count }: { status: string; count: number }): string {
  return `${counted(count, 'task')} ${valueWords('status', status)}`;
}
