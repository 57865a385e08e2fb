import { isCovered, limits, pointerOfCondition, type StorePolicy, valueConditionOf } from '#contract';

/** The paths of these conditions that an index would help with, and that the policy could name too. */
export function indexablePaths(conditions: readonly string[], policy: StorePolicy = {}): string[] {
  const { indexedPaths = [], sensitive = [] } = policy;
  if (indexedPaths.length >= limits.indexedPaths) return [];
  const helped = conditions
    .map(valueConditionOf)
    .filter(({ operator }) => operator !== 'holds' && operator !== '!=')
    .map(pointerOfCondition);
  return [...new Set(helped)].filter(
    (path) => !indexedPaths.includes(path) && !sensitive.some((pointer) => isCovered(path, pointer)),
  );
}
