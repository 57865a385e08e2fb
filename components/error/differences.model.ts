import { comparedSpans, type JsonValue, type TaskComparison } from '#contract';
import { type Clause, printFilter } from '@/components/filter/clause.ts';

type Field = TaskComparison['fields'][number];
export type Difference = Field['values'][number];

/** A field's name as people read it: `input/customer/country` stays, `queueWait` becomes words. */
export function fieldWords(field: string): string {
  if (field.startsWith('tag.')) return `tag ${field.slice(4)}`;
  if (field.startsWith('step.')) return `time of step ${field.slice(5)}`;
  return { hour: 'hour (UTC)', queueWait: 'time in the queue', version: 'worker version' }[field] ?? field;
}

/** A value as people read it. */
export function valueWords({ value }: Difference): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? (value === '' ? '“”' : value) : String(value);
}

/** The conditions of the task list for a value. `undefined` where the list has no filter for it. */
export function clausesOf(field: string, { value }: Difference): Clause[] | undefined {
  const by = (key: string, text: string): Clause[] => [{ kind: 'field', key, values: [text] }];
  if (value === undefined || !isScalar(value)) return undefined;
  if (field === 'type' || field === 'queue') return by(field, String(value));
  if (field === 'duration') return spanClauses('took', value);
  if (field === 'queueWait') return spanClauses('waited', value);
  if (field.startsWith('step.')) return [...by('step', field.slice(5)), ...spanClauses('steptook', value)];
  if (field.startsWith('tag.')) return by('tag', `${field.slice(4)}=${value}`);
  if (field.startsWith('input/') && !field.includes('/*') && value !== null)
    return by('input', `${field.slice('input'.length)}=${value}`);
  return undefined;
}

/** A span of durations as one or two bounds: `took:>100ms took:<1000ms`. */
function spanClauses(key: string, word: JsonValue): Clause[] {
  const span = comparedSpans.find((one) => one.word === word);
  const bound = (sign: '<' | '>', ms: number | undefined): Clause[] =>
    ms === undefined ? [] : [{ kind: 'field', key, values: [`${sign}${ms}ms`] }];
  return [...bound('>', span?.fromMs), ...bound('<', span?.belowMs)];
}

/** The filter of the task list with more conditions. */
export function filterWith(filter: string, clauses: readonly Clause[]): string {
  return [filter, printFilter(clauses)].filter((part) => part !== '').join(' ');
}

/** A share in percent, whole where that says enough: `96 %`, `0.4 %`. */
export function percent(count: number, total: number): string {
  const share = total === 0 ? 0 : (count / total) * 100;
  return `${share > 0 && share < 1 ? share.toFixed(1) : Math.round(share)} %`;
}

function isScalar(value: JsonValue): value is string | number | bigint | boolean | null {
  return value === null || typeof value !== 'object';
}
