import { failureKind } from '#database';
import type { Plan } from '../http/stages/exchange.ts';
import type { Call } from '../verb.ts';

/**
 * Performs an operation on the replica when the operation may lag and the replica has caught up far enough; otherwise,
 * or when the replica fails, on the database itself.
 */
export async function performReading({ operation, verb, service }: Plan, call: Call): Promise<unknown> {
  const replica = operation.mayLag === true && !namesItems(call.query) ? service.replica?.reading() : undefined;
  if (replica === undefined) return verb(service, call);
  try {
    const result = await verb({ ...service, ...replica.rooms }, call);
    return typeof result === 'object' ? { ...result, dataAgeInMs: replica.ageInMs } : result;
  } catch (error) {
    if (failureKind(error) === 'refused') throw error;
    return verb(service, call); // it went away, or ended the statement to go on with its replication
  }
}

function namesItems(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'id' in query && query.id !== undefined;
}
