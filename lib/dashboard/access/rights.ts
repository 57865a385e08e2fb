import { type Bounds, parseScope, type Scope } from '#contract';
import { usableScopes } from './usable-scopes.ts';

type Rights = { scopes: readonly Scope[]; bounds?: Bounds | undefined };

/** Returns what an operator may do as a text, to compare. Scopes that the bounds make useless do not count. */
export function rightsOf({ scopes, bounds }: Rights): string {
  const { types = null, queues = null, stores = null } = bounds ?? {};
  return JSON.stringify([usableScopes(scopes, bounds).sort(), types, queues, stores]);
}

/** The same of an answer of the service, whose scopes are full names. */
export function rightsAnswered({ scopes, bounds }: { scopes: readonly string[]; bounds?: Bounds | undefined }): string {
  return rightsOf({ scopes: scopes.map(parseScope).filter((scope) => scope !== undefined), bounds });
}
