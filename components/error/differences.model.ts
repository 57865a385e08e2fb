import type { JsonValue, TaskComparison } from '#contract';
import { type Clause, printFilter } from '@/components/filter/clause.ts';

type Field = TaskComparison['fields'][number];
export type Difference = Field['values'][number];

/** A field's name as people read it: `input/customer/country` stays, `queueWait` becomes words. */
export function fieldWords(field: string): string {
  if (field.startsWith('tag.')) return `tag ${field.slice(4)}`;
  return { hour: 'hour (UTC)', queueWait: 'time in the queue', version: 'worker version' }[field] ?? field;
}

/** A value as people read it. */
export function valueWords({ value }: Difference): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? (value === '' ? '“”' : value) : String(value);
}

/** The condition of the task list for a value. `undefined` where the list has no filter for it. */
export function clauseOf(field: string, { value }: Difference): Clause | undefined {
  const by = (key: string, text: string): Clause => ({ kind: 'field', key, values: [text] });
  if (value === undefined || !isScalar(value)) return undefined;
  if (field === 'type' || field === 'queue') return by(field, String(value));
  if (field.startsWith('tag.')) return by('tag', `${field.slice(4)}=${value}`);
  if (field.startsWith('input/') && !field.includes('/*') && value !== null)
    return by('input', `${field.slice('input'.length)}=${value}`);
  return undefined;
}

/** The filter of the task list with one more condition. */
export function filterWith(filter: string, clause: Clause): string {
  return [filter, printFilter([clause])].filter((part) => part !== '').join(' ');
}

/** A share in percent, whole where that says enough: `96 %`, `0.4 %`. */
export function percent(count: number, total: number): string {
  const share = total === 0 ? 0 : (count / total) * 100;
  return `${share > 0 && share < 1 ? share.toFixed(1) : Math.round(share)} %`;
}

function isScalar(value: JsonValue): value is string | number | bigint | boolean | null {
  return value === null || typeof value !== 'object';
}
