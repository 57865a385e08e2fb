import { readOnlyScopes, type Scope, scopes } from './scopes.ts';

/** A set of scopes that people give together. */
export type Role = { name: string; about: string; scopes: readonly Scope[] };

/** From the least to the most. Other scopes are a role of their own. */
export const roles: readonly Role[] = [
  { name: 'Viewer', about: 'Sees everything except sensitive values and source code', scopes: readOnlyScopes },
  {
    name: 'State editor',
    about: 'Sees everything except sensitive values and source code, and edits state',
    scopes: [...readOnlyScopes, 'state/create', 'state/delete'],
  },
  {
    name: 'Operator',
    about:
      'Mends tasks: creates, changes, reruns, cancels and deletes them, raises events, releases locks, edits state and alerts',
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
      'alerts/manage',
      'sources/read',
    ],
  },
  { name: 'Administrator', about: 'May do everything, sees sensitive values, and manages access', scopes },
];
