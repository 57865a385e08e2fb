import { isJsonObject, type JsonValue } from './json.ts';
import { Turn } from './turn.ts';

/** How many parts are compared between two looks at the clock. */
const partsBetweenLooks = 1_000;

/**
 * Resolves with whether two values are the same, whatever the order of the names. Lets others have their turn while it
 * compares large values.
 */
export async function isSameJson(first: JsonValue, second: JsonValue): Promise<boolean> {
  const turn = new Turn();
  let parts = 0;
  const isTurnOver = () => parts++ % partsBetweenLooks === 0 && turn.isOver();
  const open: (readonly [JsonValue | undefined, JsonValue | undefined])[] = [[first, second]];
  const mayBeSame = (one: JsonValue | undefined, other: JsonValue | undefined) => {
    if (isScalar(one)) return isSameScalar(one, other);
    open.push([one, other]);
    return true;
  };
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (isTurnOver()) await turn.next();
    const [one, other] = pair;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (let at = 0; at < one.length; at += 1) {
        if (isTurnOver()) await turn.next();
        if (!mayBeSame(one[at], other[at])) return false;
      }
    } else if (isJsonObject(one)) {
      if (!isJsonObject(other)) return false;
      const names = Object.keys(one);
      if (names.length > partsBetweenLooks && turn.isOver()) await turn.next(); // listing them has taken long
      if (names.length !== Object.keys(other).length) return false;
      for (const name of names) {
        if (isTurnOver()) await turn.next();
        if (!Object.hasOwn(other, name) || !mayBeSame(one[name], other[name])) return false;
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
