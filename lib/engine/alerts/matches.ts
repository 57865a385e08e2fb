/** Returns whether a pattern, a type or a prefix followed by `*`, includes a type. */
export function isOfType(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
