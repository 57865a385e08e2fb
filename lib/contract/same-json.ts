import { isJsonObject, type JsonValue } from './json.ts';
import { Turn } from './turn.ts';

/**
 * Resolves with whether two values are the same, whatever the order of the names. Lets others have their turn while it
 * compares large values.
 */
export async function isSameJson(first: JsonValue, second: JsonValue): Promise<boolean> {
  const turn = new Turn();
  const open: (readonly [JsonValue | undefined, JsonValue | undefined])[] = [[first, second]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (turn.isOver()) await turn.next();
    const [one, other] = pair;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (const [index, item] of one.entries()) {
        if (!isScalar(item)) open.push([item, other[index]]);
        else if (!isSameScalar(item, other[index])) return false;
      }
    } else if (isJsonObject(one)) {
      if (!isJsonObject(other)) return false;
      const names = Object.keys(one);
      if (turn.isOver()) await turn.next();
      if (names.length !== Object.keys(other).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(other, name)) return false;
        if (!isScalar(one[name])) open.push([one[name], other[name]]);
        else if (!isSameScalar(one[name], other[name])) return false;
      }
    } else if (!isSameScalar(one, other)) return false;
  }
  return true;
}

function isScalar(value: JsonValue | undefined): boolean {
  return !Array.isArray(value) && !isJsonObject(value);
}

/** Numbers are compared by their digits. */
function isSameScalar(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return isScalar(one) && isScalar(other) && one.toString() === other.toString();
}
