/** Why a provider's word did not let somebody in. */
const providerReasons = ['providerAway', 'providerRefused', 'noRole', 'emailNotVerified', 'emailTaken'] as const;

/** Why an invitation did not let somebody in. */
const invitationReasons = ['invitationOver', 'commonPassword', 'namePassword'] as const;

/** Why a passkey did not let somebody in, or is needed. */
const passkeyReasons = [
  'secondFactor',
  'wrongCode',
  /** The code may have been right: it works once, and the answer to a first try was lost. */
  'codeUnanswered',
  'passkeyRefused',
  'noPasskeyUsed',
  'passkeysUnavailable',
] as const;

/** Whether the page asks for a recovery code after this failure. */
export function asksForCode(failure: SignInFailure | undefined): boolean {
  return ['secondFactor', 'wrongCode', 'codeUnanswered'].includes(failure?.reason ?? '');
}

/** Why nobody was signed in. */
export type SignInFailure =
  | { reason: 'credentials' }
  | { reason: 'unreachable' }
  /** Too many tries: `seconds` until the next one is allowed. */
  | { reason: 'throttled'; seconds: number }
  | { reason: (typeof providerReasons | typeof invitationReasons | typeof passkeyReasons)[number] };

/** As one word, which is how next-auth carries it to the page. */
export function writeSignInFailure(failure: SignInFailure): string {
  return failure.reason === 'throttled' ? `throttled-${failure.seconds}` : failure.reason;
}

/** next-auth's own words for what failed between it and a provider. */
const wordsOfNextAuth: Readonly<Record<string, SignInFailure>> = {
  CredentialsSignin: { reason: 'credentials' },
  OAuthSignin: { reason: 'providerAway' },
  OAuthCallback: { reason: 'providerRefused' },
  AccessDenied: { reason: 'providerRefused' },
};

/** Reads the word; one that is not known counts as unreachable: nothing was decided about anyone. */
export function readSignInFailure(word: string): SignInFailure {
  if (word === 'credentials') return { reason: 'credentials' };
  const known = [...providerReasons, ...invitationReasons, ...passkeyReasons].find((reason) => reason === word);
  if (known !== undefined) return { reason: known };
  if (Object.hasOwn(wordsOfNextAuth, word)) return wordsOfNextAuth[word] ?? { reason: 'unreachable' };
  const [, seconds] = /^throttled-(\d{1,6})$/.exec(word) ?? [];
  return seconds === undefined ? { reason: 'unreachable' } : { reason: 'throttled', seconds: Number(seconds) };
}
