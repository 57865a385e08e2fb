import { errors, type JWTPayload } from 'jose';
import { isStorable } from '#contract';

/** The first of these claims that is a text, as a name of one line that can be stored. `undefined` where none is. */
export function claimedName(claims: readonly unknown[]): string | undefined {
  return claims
    .filter((claim) => typeof claim === 'string')
    .map(oneLine)
    .find((name) => name !== '');
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
    .trim();
}

/** Returns who a token is about. Throws for a subject that cannot be stored as it is: another one could look like it. */
export function subjectOf(payload: JWTPayload): string {
  const { sub } = payload;
  if (typeof sub === 'string' && sub !== '' && isStorable(sub)) return sub;
  throw new errors.JWTClaimValidationFailed(
    'the subject is no text that can be stored',
    payload,
    'sub',
    'check_failed',
  );
}
