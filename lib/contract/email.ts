import { z } from 'zod';

/**
 * Returns an e-mail address in the form in which operators have it: lower case, in Unicode normalization form C. The same
 * letters can be typed as other code points, and look the same.
 */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase().normalize('NFC');
}

/** The e-mail address of an operator, whichever way it is typed. */
export const email = z
  .string()
  .overwrite(normalEmail)
  .min(3)
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'This is not an e-mail address.');
