import type { FieldValues } from './fields-of.ts';

/** Which side of a comparison a task is on. */
export type Side = 'matching' | 'others';

/** How many tasks of each side have a field, and each of its values as JSON text. */
export type FieldCounts = { matching: number; others: number; values: Map<string, [matching: number, others: number]> };

/** A field with more values tells tasks apart, not causes: further values are not counted by themselves. */
const mostValues = 2_000;
const mostFields = 1_000;

/** Counts the values of the fields of tasks on two sides. Its memory is bounded. */
export class Tally {
  readonly fields = new Map<string, FieldCounts>();

  /** Adds a task. A field with several values, such as a list, counts once for each different one. */
  add(side: Side, fields: FieldValues): void {
    for (const [field, texts] of fields) {
      const counts = this.#countsOf(field);
      if (counts === undefined) continue;
      counts[side] += 1;
      if (typeof texts === 'string') addValue(counts, side, texts);
      else for (const text of texts) addValue(counts, side, text);
    }
  }

  #countsOf(field: string): FieldCounts | undefined {
    const known = this.fields.get(field);
    if (known !== undefined || this.fields.size >= mostFields) return known;
    const counts = { matching: 0, others: 0, values: new Map() };
    this.fields.set(field, counts);
    return counts;
  }
}

function addValue({ values }: FieldCounts, side: Side, text: string): void {
  const pair = values.get(text);
  if (pair !== undefined) pair[side === 'matching' ? 0 : 1] += 1;
  else if (values.size < mostValues) values.set(text, side === 'matching' ? [1, 0] : [0, 1]);
}
