import { readOnlyScopes, type Scope, scopes } from '#contract';

/** A set of scopes that people give together. */
export type Role = { name: string; about: string; scopes: readonly Scope[] };

/** From the least to the most. Whoever has other scopes has a role of their own. */
export const roles: readonly Role[] = [
  { name: 'Viewer', about: 'Sees everything except sensitive values', scopes: readOnlyScopes },
  {
    name: 'State editor',
    about: 'Sees everything except sensitive values, and edits state',
    scopes: [...readOnlyScopes, 'state/create', 'state/delete'],
  },
  {
    name: 'Operator',
    about:
      'Mends tasks: creates, changes, reruns, cancels and deletes them, raises events, releases locks, edits state',
    scopes: [
      ...readOnlyScopes,
      'tasks/create',
      'tasks/update',
      'tasks/delete',
      'events/create',
      'state/create',
      'state/delete',
      'locks/delete',
      'audit/read',
    ],
  },
  { name: 'Administrator', about: 'May do everything, sees sensitive values, and manages access', scopes },
];

/** The name of the role that has exactly these scopes, given as suffixes or in full. */
export function roleName(held: readonly string[]): string {
  const suffixes = new Set(held.map(suffixOf));
  const role = roles.find(
    (known) => known.scopes.length === suffixes.size && known.scopes.every((s) => suffixes.has(s)),
  );
  if (role !== undefined) return role.name;
  return suffixes.size === 1 ? '1 scope' : `${suffixes.size} scopes`;
}

/** `tasks/read` of `Data/Taskdeck.Orchestration/tasks/read`. */
export function suffixOf(scope: string): string {
  return scope.split('/').slice(-2).join('/');
}
