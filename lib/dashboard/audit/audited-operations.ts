import 'server-only';
import { type Operation, operations } from '#contract';

/** The names of all operations that leave an audit record. */
export function auditedOperations(): string[] {
  const table: Readonly<Record<string, Operation>> = operations;
  return Object.keys(table).filter((name) => (table[name]?.audit !== undefined) === true);
}
