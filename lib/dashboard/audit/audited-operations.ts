import 'server-only';
import { type Operation, operations } from '#contract';

/** The names of all operations that can leave an audit record: a read leaves one when it is refused. */
export function auditedOperations(): string[] {
  const table: Readonly<Record<string, Operation>> = operations;
  return Object.keys(table).filter((name) => table[name]?.audit !== undefined || Array.isArray(table[name]?.scopes));
}
