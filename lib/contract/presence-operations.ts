import type { OperationTable } from './operation.ts';
import * as presence from './presence.ts';

/** Who looks at a record now. */
export const presenceOperations = {
  SharePresence: {
    summary:
      'Notes for a few seconds that a signed-in operator looks at a record, and returns who else does. Needs the scope to read the record.',
    resource: 'presence',
    method: 'POST',
    path: '/v1/presence',
    scopes: 'authenticated',
    bounded: 'verb',
    optionalScopes: ['tasks/read', 'state/read'],
    body: presence.presenceInput,
    example: { kind: 'entry', id: '4711', storeName: 'orders' },
    output: presence.presence,
    errors: ['InsufficientScope', 'TaskNotFound'],
    isRepeatable: true,
    isIsolable: true,
  },
} as const satisfies OperationTable;
