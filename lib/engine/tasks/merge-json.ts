import { isJsonObject, isRedactedMarker, type JsonObject, type JsonValue, Turn } from '#contract';

/**
 * RFC 7396: merges objects member by member, removes members that are `null`, and replaces everything else, also with a
 * redaction marker. Resolves with `undefined` when nothing is left. Objects of `stored` are changed, in turns with other
 * work.
 */
export async function mergeJson(
  stored: JsonValue | undefined,
  patch: JsonValue,
  turn = new Turn(),
): Promise<JsonValue | undefined> {
  if (patch === null) return undefined;
  if (!isJsonObject(patch) || isRedactedMarker(patch)) return patch;
  const members: JsonObject = isJsonObject(stored) ? stored : {};
  for (const name of Object.keys(patch)) {
    if (turn.isOver()) await turn.next();
    const change = patch[name] ?? null;
    const before = Object.hasOwn(members, name) ? members[name] : undefined;
    const merged = isJsonObject(change) ? await mergeJson(before, change, turn) : (change ?? undefined);
    if (merged === undefined) delete members[name];
    else if (name !== '__proto__') members[name] = merged;
    else Object.defineProperty(members, name, { value: merged, enumerable: true, configurable: true, writable: true });
  }
  return members;
}
