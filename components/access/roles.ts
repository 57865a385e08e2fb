import { counted, roles } from '#contract';

/** The name of the role that has exactly these scopes, given as suffixes or in full. */
export function roleName(held: readonly string[]): string {
  const suffixes = new Set(held.map(suffixOf));
  const role = roles.find(
    (known) => known.scopes.length === suffixes.size && known.scopes.every((s) => suffixes.has(s)),
  );
  if (role !== undefined) return role.name;
  return counted(suffixes.size, 'scope');
}

/** `tasks/read` of `Data/Taskdeck.Orchestration/tasks/read`. */
export function suffixOf(scope: string): string {
  return scope.split('/').slice(-2).join('/');
}
