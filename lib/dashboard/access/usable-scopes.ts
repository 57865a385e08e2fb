import { type Bounds, type Operation, operations, type Scope } from '#contract';

/** The scopes that open something: with bounds, none of those whose operations are about all tasks and stores. */
export function usableScopes(scopes: readonly Scope[], bounds: Bounds | undefined): Scope[] {
  if (bounds === undefined) return [...scopes];
  const kept = Object.values<Operation>(operations).filter(({ bounded }) => bounded !== undefined);
  const opened = new Set(
    kept.flatMap(({ scopes: needed, optionalScopes = [] }) => [
      ...(typeof needed === 'string' ? [] : needed),
      ...optionalScopes,
    ]),
  );
  return scopes.filter((scope) => opened.has(scope));
}
