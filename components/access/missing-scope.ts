import type { Scope } from '#contract';

/** Why these scopes do not suffice for what needs others, in words for a disabled control; `undefined` where they do. */
export function missingScope(scopes: readonly string[], ...needed: readonly Scope[]): string | undefined {
  const missing = needed.find((scope) => !scopes.includes(scope));
  return missing && `You need the scope ${missing}. Ask an operator who manages operators.`;
}
