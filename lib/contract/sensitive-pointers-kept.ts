import { TaskdeckError } from './errors.ts';
import { fullScope } from './scopes.ts';

/**
 * Throws `InsufficientScope` when a change by somebody who cannot see sensitive values would make some of them visible.
 * `before` is read where nobody can change it until `after` is stored.
 */
export function assertSensitivePointersKept(before: readonly string[], after: readonly string[]): void {
  const refusal = uncovering(before, after);
  if (refusal !== undefined) throw refusal;
}

/** Returns the refusal of a change that would make values visible, which `before` covers and `after` does not. */
export function uncovering(before: readonly string[], after: readonly string[]): TaskdeckError | undefined {
  const uncovered = before.find((pointer) => !after.some((kept) => pointer === kept || pointer.startsWith(`${kept}/`)));
  if (uncovered === undefined) return undefined;
  const message = `removing a sensitive pointer ("${uncovered}") needs the scope ${fullScope('sensitive/read')}`;
  return new TaskdeckError('InsufficientScope', message);
}
