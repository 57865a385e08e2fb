import { z } from 'zod';
import type { Range } from './ranges.ts';

/** A number of a range. */
export function numberIn({ least, most }: Pick<Range, 'least' | 'most'>) {
  return z.number().min(least).max(most);
}

/** A whole number of a range. */
export function wholeNumberIn({ least, most }: Pick<Range, 'least' | 'most'>) {
  return z.number().int().min(least).max(most);
}
