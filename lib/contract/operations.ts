import { accessOperations } from './access-operations.ts';
import { alertOperations } from './alert-operations.ts';
import { approvalOperations } from './approval-operations.ts';
import { bulkOperations } from './bulk-operations.ts';
import { deploymentOperations } from './deployment-operations.ts';
import { errorOperations } from './error-operations.ts';
import { fleetOperations } from './fleet-operations.ts';
import { lockOperations } from './lock-operations.ts';
import { ownerOperations } from './owner-operations.ts';
import { passkeyOperations } from './passkey-operations.ts';
import { presenceOperations } from './presence-operations.ts';
import { revealOperations } from './reveal-operations.ts';
import { runOperations } from './run-operations.ts';
import { stateOperations } from './state-operations.ts';
import { taskOperations } from './task-operations.ts';
import { valueIndexOperations } from './value-index-operations.ts';
import { viewOperations } from './view-operations.ts';

/** The operation table: the single source of paths, scopes, inputs and outputs. */
export const operations = {
  ...taskOperations,
  ...runOperations,
  ...bulkOperations,
  ...stateOperations,
  ...lockOperations,
  ...errorOperations,
  ...alertOperations,
  ...revealOperations,
  ...approvalOperations,
  ...fleetOperations,
  ...viewOperations,
  ...valueIndexOperations,
  ...presenceOperations,
  ...deploymentOperations,
  ...accessOperations,
  ...passkeyOperations,
  ...ownerOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
