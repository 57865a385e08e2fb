import { TaskdeckError } from './errors.ts';
import { fullScope } from './scopes.ts';

/**
 * Throws `InsufficientScope` when a change by somebody who cannot see sensitive values would make some of them visible.
 * `before` is read where nobody can change it until `after` is stored.
 */
export function assertSensitivePointersKept(before: readonly string[], after: readonly string[]): void {
  const uncovered = before.find((pointer) => !after.some((kept) => pointer === kept || pointer.startsWith(`${kept}/`)));
  if (uncovered !== undefined)
    throw new TaskdeckError(
      'InsufficientScope',
      `removing a sensitive pointer ("${uncovered}") needs the scope ${fullScope('sensitive/read')}`,
    );
}
