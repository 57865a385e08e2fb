export type { Acted } from './act-on-tasks.ts';
export { bulkDefinition } from './bulk-definition.ts';
export { type BulkCreator, bulkQueue } from './create-bulk-operation.ts';
export { endAbandoned } from './end-abandoned.ts';
export { actionOf, type OperationRow } from './operation-row.ts';
