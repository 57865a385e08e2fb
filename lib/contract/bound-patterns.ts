/** What a caller reaches: patterns of types, queues and stores, as `bounds` checks them. */
export type Bounds = { types?: string[] | undefined; queues?: string[] | undefined; stores?: string[] | undefined };

/** The members of bounds. */
export const boundKinds = ['types', 'queues', 'stores'] as const;
export type BoundKind = (typeof boundKinds)[number];

/** Whether one of the patterns matches a name. Without patterns, each does. */
export function isInside(patterns: readonly string[] | undefined, name: string): boolean {
  return patterns === undefined || patterns.some((pattern) => covers(pattern, name));
}

/** What both lists match, as patterns. A missing list matches everything, an empty one nothing. */
export function intersectPatterns(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): string[] | undefined {
  if (one === undefined || other === undefined) return (one ?? other)?.slice();
  const narrower = one.flatMap((a) => other.flatMap((b) => (covers(a, b) ? b : covers(b, a) ? a : [])));
  return [...new Set(narrower)];
}

/** What lies inside both. `undefined`: everything. */
export function intersectBounds(one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined {
  const both: Bounds = {};
  for (const kind of boundKinds) {
    const patterns = intersectPatterns(one?.[kind], other?.[kind]);
    if (patterns !== undefined) both[kind] = patterns;
  }
  return Object.keys(both).length === 0 ? undefined : both;
}

/** The members in which bounds reach beyond others. None: they lie within them. */
export function widerKinds(inner: Bounds | undefined, outer: Bounds | undefined): BoundKind[] {
  return boundKinds.filter((kind) => !liesWithin(inner?.[kind], outer?.[kind]));
}

/** Whether everything that some patterns match is matched by others. */
export function liesWithin(inner: readonly string[] | undefined, outer: readonly string[] | undefined): boolean {
  if (outer === undefined) return true;
  return inner?.every((pattern) => isInside(outer, pattern)) ?? false;
}

/** Whether a pattern matches all that another one, or a name, matches. */
function covers(pattern: string, other: string): boolean {
  return pattern.endsWith('*') ? other.startsWith(pattern.slice(0, -1)) : other === pattern;
}

/** A filter of tasks, narrowed to what lies inside bounds. Its types and queues can then be prefixes followed by `*`. */
export function withinTaskBounds<Filter extends { type?: string[] | undefined; queue?: string[] | undefined }>(
  filter: Filter,
  given: Bounds | undefined,
): Filter {
  if (given === undefined) return filter;
  const type = intersectPatterns(filter.type, given.types);
  const queue = intersectPatterns(filter.queue, given.queues);
  return { ...filter, ...(type && { type }), ...(queue && { queue }) };
}
