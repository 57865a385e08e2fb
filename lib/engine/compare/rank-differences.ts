import type { TaskComparison } from '#contract';
import type { FieldCounts, Tally, ValueCounts } from './tally.ts';

type Field = TaskComparison['fields'][number];
type Totals = { matching: number; others: number };

const mostFields = 20;
const mostValues = 5;
/** How many standard errors a difference must exceed: about one false field in a thousand. */
const margin = 3.3;

/**
 * Returns the fields whose values differ most between two sides. A value counts by the least difference of its shares
 * that is likely: what few tasks have, such as an id, and what chance explains, does not come.
 */
export function rankDifferences(tally: Tally, totals: Totals): Field[] {
  if (totals.matching === 0 || totals.others === 0) return [];
  return mostDifferent(tally.fields.flatMap((field) => rankField(field, totals)));
}

/** The fields whose values differ most, of those of several counts. */
export function mostDifferent(fields: readonly Field[]): Field[] {
  return fields
    .toSorted((one, other) => other.difference - one.difference || one.field.localeCompare(other.field))
    .slice(0, mostFields);
}

function rankField(field: FieldCounts, totals: Totals): Field[] {
  const none = {
    matching: totals.matching - field.matching,
    others: totals.others - field.others,
  };
  const counted: (Totals & Partial<ValueCounts>)[] =
    none.matching + none.others > 0 ? [...field.values, none] : field.values;
  const ranked = counted
    .map(({ value, matching, others }) => ({
      value: { ...(value !== undefined && { value }), matching, others },
      difference: leastDifference({ matching, others }, totals),
    }))
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  const [first] = ranked;
  if (first === undefined || first.difference === 0) return [];
  return [
    { field: field.name, difference: first.difference, values: ranked.slice(0, mostValues).map(({ value }) => value) },
  ];
}

/** The lower bound of the difference of two shares (Agresti and Caffo, 2000), 0 when it can be chance. */
function leastDifference({ matching, others }: Totals, totals: Totals): number {
  const [p, m] = [(matching + 1) / (totals.matching + 2), totals.matching + 2];
  const [q, n] = [(others + 1) / (totals.others + 2), totals.others + 2];
  const error = Math.sqrt((p * (1 - p)) / m + (q * (1 - q)) / n);
  return Math.max(0, Math.abs(p - q) - margin * error);
}
