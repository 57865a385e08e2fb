import {
  fullScope,
  holdsBrokenMarker,
  holdsMarker,
  invalidAt,
  isSameJson,
  type JsonValue,
  misplacedMarker,
  redact,
  restoreRedacted,
  TaskdeckError,
} from '#contract';
import type { Actor } from '../actor.ts';

/**
 * Returns an input with the stored value in place of each redaction marker. A value keeps its place: a marker at
 * another place is `InvalidRequest`. The rest of the input can decide where a kept value is sent, so a change of it
 * needs `sensitive/read` (`InsufficientScope`).
 */
export async function keepHidden(
  given: JsonValue,
  stored: JsonValue | undefined,
  pointers: readonly string[],
  actor: Actor,
): Promise<JsonValue> {
  const restored = await restoreRedacted(given, stored, pointers);
  const seen = stored === undefined ? null : await redact(stored, pointers);
  const misplaced = await misplacedMarker(given, seen);
  if (misplaced !== undefined) {
    throw invalidAt(`/input${misplaced}`, 'a redaction marker stands where no value was redacted; give the value');
  }
  const keepsHidden = (await holdsMarker(given)) || (await holdsBrokenMarker(given)); // a patch has changed a part of a redacted value
  if (keepsHidden && !actor.readsSensitive && !(await isSameJson(given, seen)))
    throw new TaskdeckError(
      'InsufficientScope',
      `changing an input that keeps a redacted value needs the scope ${fullScope('sensitive/read')}; or replace every redacted value`,
    );
  return restored;
}
