import type { TaskComparison } from '#contract';
import type { FieldCounts, Tally } from './tally.ts';

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
  return [...tally.fields]
    .flatMap(([field, counts]) => rankField(field, counts, totals))
    .sort((one, other) => other.difference - one.difference || one.field.localeCompare(other.field))
    .slice(0, mostFields);
}

function rankField(field: string, counts: FieldCounts, totals: Totals): Field[] {
  const known = [...counts.values].map(([text, [matching, others]]) => ({
    value: JSON.parse(text) as string | number | boolean | null,
    matching,
    others,
  }));
  const none = {
    matching: totals.matching - counts.matching,
    others: totals.others - counts.others,
  };
  const ranked = [...known, ...(none.matching + none.others > 0 ? [none] : [])]
    .map((value) => ({ value, difference: leastDifference(value, totals) }))
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  const [first] = ranked;
  if (first === undefined || first.difference === 0) return [];
  return [{ field, difference: first.difference, values: ranked.slice(0, mostValues).map(({ value }) => value) }];
}

/** The lower bound of the difference of two shares (Agresti and Caffo, 2000), 0 when it can be chance. */
function leastDifference({ matching, others }: Totals, totals: Totals): number {
  const [p, m] = [(matching + 1) / (totals.matching + 2), totals.matching + 2];
  const [q, n] = [(others + 1) / (totals.others + 2), totals.others + 2];
  const error = Math.sqrt((p * (1 - p)) / m + (q * (1 - q)) / n);
  return Math.max(0, Math.abs(p - q) - margin * error);
}
