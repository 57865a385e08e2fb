/** Why nobody was signed in. */
export type SignInFailure =
  | { reason: 'credentials' }
  | { reason: 'unreachable' }
  /** Too many tries: `seconds` until the next one is allowed. */
  | { reason: 'throttled'; seconds: number };

/** As one word, which is how next-auth carries it to the page. */
export function writeSignInFailure(failure: SignInFailure): string {
  return failure.reason === 'throttled' ? `throttled-${failure.seconds}` : failure.reason;
}

/** Reads the word; one that is not known (next-auth's own) counts as unreachable: nothing was decided about anyone. */
export function readSignInFailure(word: string): SignInFailure {
  if (word === 'credentials' || word === 'CredentialsSignin') return { reason: 'credentials' };
  const [, seconds] = /^throttled-(\d{1,6})$/.exec(word) ?? [];
  return seconds === undefined ? { reason: 'unreachable' } : { reason: 'throttled', seconds: Number(seconds) };
}
