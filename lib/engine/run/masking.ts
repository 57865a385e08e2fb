/** Replaces the values of secrets in text. Both the value and its form inside JSON are found. */
export type Mask = (text: string) => string;

export const noMask: Mask = (text) => text;

/** Shorter values are not masked: they would hide too much that is not secret. */
const shortestMasked = 4;

export function maskOf(secrets: readonly string[]): Mask {
  const forms = secrets
    .filter((secret) => secret.length >= shortestMasked)
    .flatMap((secret) => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])])
    .sort((one, other) => other.length - one.length);
  if (forms.length === 0) return noMask;
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}
