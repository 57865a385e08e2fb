import { z } from 'zod';

/**
 * A whole number in a query or path: decimal digits only. `Number` would also accept `0x10`, `1e2`, `+5` and blanks.
 * Values that are numbers already are returned unchanged.
 */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  const rule = `a whole number ${range}, in decimal digits`;
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given),
    z.number(rule).int({ error: rule, abort: true }).min(least, rule).max(most, rule),
  );
}
