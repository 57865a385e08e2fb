import { numberText } from '#contract';

/** The maximum number of tasks that the service counts for a group. */
const mostCounted = 1_000;

/** A number of tasks of a group, as far as they are counted: `12`, `1,000+`. */
export function taskCountWords(count: number): string {
  return count >= mostCounted ? `${numberText(mostCounted)}+` : numberText(count);
}
