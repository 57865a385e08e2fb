/** The prefix of every scope. */
export const scopePrefix = 'Data/Taskdeck.Orchestration/';

/** The closed set of scope suffixes, `<area>/<action>`. */
export const scopes = [
  'tasks/create',
  'tasks/read',
  'tasks/update',
  'tasks/delete',
  'events/create',
  'events/read',
  'state/create',
  'state/read',
  'state/delete',
  'sensitive/read',
  'sensitive/reveal',
  'secrets/read',
  'logs/read',
  'logs/create',
  'steps/read',
  'locks/read',
  'locks/create',
  'locks/delete',
  'workers/read',
  'audit/read',
  'approvals/grant',
  'operators/manage',
  'secrets/manage',
  'secrets/use',
  'deployment/read',
  'alerts/read',
  'alerts/manage',
  'sources/read',
  'namespaces/manage',
  'quotas/manage',
] as const;

/** A scope without `scopePrefix`. */
export type Scope = (typeof scopes)[number];

/** The full scope, as in tokens, claims and error messages. */
export function fullScope(scope: Scope): string {
  return scopePrefix + scope;
}

/** Returns the suffix of a full scope, or `undefined` for an unknown scope. */
export function parseScope(text: string): Scope | undefined {
  if (!text.startsWith(scopePrefix)) return undefined;
  const suffix = text.slice(scopePrefix.length);
  return scopes.find((scope) => scope === suffix);
}

/** The scopes for reading everything except sensitive data. */
export const readOnlyScopes: readonly Scope[] = [
  'tasks/read',
  'events/read',
  'state/read',
  'logs/read',
  'steps/read',
  'locks/read',
  'workers/read',
  'alerts/read',
];
