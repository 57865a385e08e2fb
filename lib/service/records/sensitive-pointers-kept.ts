import { fullScope, TaskdeckError } from '#contract';

/** Who cannot see sensitive values cannot make them visible by no longer calling them sensitive. */
export function assertSensitivePointersKept(before: readonly string[], after: readonly string[]): void {
  const uncovered = before.find((pointer) => !after.some((kept) => pointer === kept || pointer.startsWith(`${kept}/`)));
  if (uncovered !== undefined)
    throw new TaskdeckError(
      'InsufficientScope',
      `removing a sensitive pointer ("${uncovered}") needs the scope ${fullScope('sensitive/read')}`,
    );
}
