import {
  type Bounds,
  boundsOfValues,
  normalEmail,
  type Scope,
  type SignInProvider,
  scopes,
  TaskdeckError,
} from '#contract';
import { claimedName } from '../claimed-text.ts';
import { valuesOf } from '../external-token.ts';
import type { Claims } from './provider-client.ts';

/** Returns the scopes that a person's groups have in the configuration of the provider. */
export function scopesOfClaims(claims: Claims, { claim, roles }: SignInProvider): readonly Scope[] {
  const granted = new Set(
    ['*', ...valuesOf(claims[claim])].flatMap((value) => (Object.hasOwn(roles, value) ? (roles[value] ?? []) : [])),
  );
  return scopes.filter((scope) => granted.has(scope));
}

/** Returns the bounds that a person's groups have in the configuration of the provider. `undefined`: nothing is bounded. */
export function boundsOfClaims(claims: Claims, { claim, bounds }: SignInProvider): Bounds | undefined {
  return boundsOfValues(bounds, valuesOf(claims[claim]));
}

/**
 * Returns how an operator is called who signs in for the first time. Throws `EmailNotVerified`: anybody can enter
 * another person's address in a profile.
 */
export function profileOf(claims: Claims, { trustsEmail }: SignInProvider): { email: string; name: string } {
  const email = typeof claims.email === 'string' ? normalEmail(claims.email) : '';
  const isVerified = claims.email_verified === true || (trustsEmail && claims.email_verified === undefined);
  if (!/^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(email) || email.length > 254 || !isVerified)
    throw new TaskdeckError(
      'EmailNotVerified',
      'the sign-in provider does not say that the e-mail address is verified',
    );
  return { email, name: nameOf(claims) ?? email };
}

/** Returns the name that a person goes by. */
export function nameOf(claims: Claims): string | undefined {
  return claimedName([claims.name, claims.preferred_username])?.slice(0, 128).toWellFormed();
}
