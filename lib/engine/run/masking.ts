import { encodedForms } from './encoded-forms.ts';

/** Replaces the values of secrets in text, in every form of `encodedForms`. */
export type Mask = (text: string) => string;

export const noMask: Mask = (text) => text;

/** The minimum length of a value that is masked. A shorter one would hide too much other text. */
export const minimumMaskedLength = 4;

/** Returns what masks these values. */
export function maskOf(secrets: readonly string[]): Mask {
  const forms = secrets
    .filter((secret) => secret.length >= minimumMaskedLength)
    .flatMap(encodedForms)
    .sort((one, other) => other.length - one.length);
  if (forms.length === 0) return noMask;
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}
