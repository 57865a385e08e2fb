import { expect, it } from 'vitest';
import { readSignInFailure, type SignInFailure, writeSignInFailure } from './sign-in-failure.ts';

it.each<SignInFailure>([
  { reason: 'credentials' },
  { reason: 'unreachable' },
  { reason: 'noRole' },
  { reason: 'throttled', seconds: 0 },
  { reason: 'throttled', seconds: 7 },
  { reason: 'throttled', seconds: 999_999 },
])('%j is read as it was written', (failure) => {
  expect(readSignInFailure(writeSignInFailure(failure))).toEqual(failure);
});

it.each([
  ['CredentialsSignin', 'credentials'],
  ['OAuthSignin', 'providerAway'],
  ['OAuthCallback', 'providerRefused'],
  ['AccessDenied', 'providerRefused'],
  ['constructor', 'unreachable'],
  ['Callback', 'unreachable'],
  ['', 'unreachable'],
  ['throttled-', 'unreachable'],
  ['throttled-x', 'unreachable'],
  ['throttled-1234567', 'unreachable'],
  ['throttled-7 ', 'unreachable'],
  ['unthrottled-7', 'unreachable'],
])('the word %j means %s', (word, reason) => {
  expect(readSignInFailure(word)).toEqual({ reason });
});
