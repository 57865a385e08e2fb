import { bulkDefinition, bulkQueue } from '#engine';
import type { Service } from '../service.ts';
import { serveOwnType } from '../system/serve-own-type.ts';
import { recordActed } from './record-acted.ts';
import { whyNotAllowed } from './rights.ts';

/** Operations that one service works off at the same time. */
const slots = 20;

/** Works off bulk operations in this process, as the worker of their task type. */
export function serveBulkOperations(
  parts: Pick<Service, 'database' | 'config' | 'clock'> & { onTrouble(error: Error): void },
): { stop(): Promise<void> } {
  const { database, onTrouble } = parts;
  const definition = bulkDefinition({
    database,
    whyNotAllowed: (operation) => whyNotAllowed(parts, operation),
    record: recordActed,
    onTrouble,
  });
  return serveOwnType(database, { definition, queue: bulkQueue, slots }, onTrouble);
}
