import { type Bounds, type Operation, operations, type Scope } from '#contract';

/**
 * The scopes that open something: with bounds, none of those whose operations are about all tasks and stores. A scope that
 * only adds to other operations stays when no operation needs it.
 */
export function usableScopes(scopes: readonly Scope[], bounds: Bounds | undefined): Scope[] {
  if (bounds === undefined) return [...scopes];
  const all = Object.values<Operation>(operations);
  const kept = all.filter(({ bounded }) => bounded !== 'refused');
  const needed = (of: readonly Operation[]) =>
    new Set(of.flatMap(({ scopes }) => (Array.isArray(scopes) ? scopes : [])));
  const [opening, anywhere] = [needed(kept), needed(all)];
  const adding = new Set(kept.flatMap(({ optionalScopes = [] }) => optionalScopes));
  return scopes.filter((scope) => opening.has(scope) || (adding.has(scope) && !anywhere.has(scope)));
}
