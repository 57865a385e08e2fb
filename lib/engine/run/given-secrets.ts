import { type Mask, maskOf } from './masking.ts';

/** More secrets than the runs of one process use. A value has at most 65,536 characters. */
const mostRemembered = 1_000;

const values = new Set<string>();

/** Remembers values that a handler of this process was given, the most recent ones. */
export function rememberGiven(secrets: readonly { value: string }[]): void {
  for (const { value } of secrets) {
    values.delete(value);
    values.add(value);
  }
  for (const oldest of values) {
    if (values.size <= mostRemembered) return;
    values.delete(oldest);
  }
}

/**
 * Masks the values of secrets that handlers of this process were given, for what belongs to no run: an error that is
 * thrown outside of a call can quote a secret of a run that has ended.
 */
export const maskGivenSecrets: Mask = (text) => maskOf([...values])(text);
