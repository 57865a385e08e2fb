import { z } from 'zod';

/**
 * A whole number as a query or a path carries it: decimal digits and nothing else, for `Number` would also read
 * `0x10`, `1e2`, `+5`, a blank or nothing at all. A number that is one already is taken as it is.
 */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  const rule = `a whole number ${range}, in decimal digits`;
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given),
    z.number(rule).int({ error: rule, abort: true }).min(least, rule).max(most, rule),
  );
}
