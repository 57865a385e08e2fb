import { LosslessNumber } from '#contract';

/** Deeper parts are taken as they came. Deeper JSON is refused by the service. */
const maximumDepth = 500;

/**
 * Returns new data in which parts that are equal to those of the old data are the old ones, so that what has not changed
 * is not drawn again. React Query's own function loses a member named `__proto__`, keeps the old order of
 * members, and takes exact numbers for changed.
 */
export function shareEqualParts(before: unknown, now: unknown, depth = 0): unknown {
  if (Object.is(before, now) || depth > maximumDepth) return now;
  if (Array.isArray(before) && Array.isArray(now)) {
    const shared = now.map((item, index) => shareEqualParts(before[index], item, depth + 1));
    return shared.length === before.length && shared.every((item, index) => Object.is(item, before[index]))
      ? before
      : shared;
  }
  if (before instanceof LosslessNumber && now instanceof LosslessNumber)
    return before.value === now.value ? before : now;
  if (!isPlain(before) || !isPlain(now)) return now;
  const names = Object.keys(now);
  const partOf = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined);
  const shared = Object.fromEntries(names.map((name) => [name, shareEqualParts(partOf(name), now[name], depth + 1)]));
  const oldNames = Object.keys(before);
  const isEqual =
    names.length === oldNames.length &&
    names.every((name, index) => name === oldNames[index] && Object.is(shared[name], before[name]));
  return isEqual ? before : shared;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
