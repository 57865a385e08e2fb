import type { SchemaFinding } from '#contract';

/** Keywords whose result for a value can depend on any part of it, together with the keywords below them. */
const combining = new Set([
  'anyOf',
  'oneOf',
  'not',
  'if',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
  'const',
  'enum',
  'dependentSchemas',
  'dependencies',
]);

/** Keywords that repeat for a value what was found on one of its parts. */
const repeating = new Set(['additionalProperties', 'additionalItems', 'unevaluatedProperties', 'unevaluatedItems']);

/**
 * Leaves out the findings that depend on parts whose value is not known: those on such a part, and those of keywords that
 * combine it with others. What they say of other parts is not checked then.
 */
export function withoutUnknown(findings: readonly SchemaFinding[], unknown: readonly string[]): SchemaFinding[] {
  if (unknown.length === 0) return [...findings];
  const placeOf = ({ instanceLocation }: SchemaFinding) => `${decodeURIComponent(instanceLocation.slice(1))}/`;
  const isAbove = (finding: SchemaFinding) => unknown.some((pointer) => `${pointer}/`.startsWith(placeOf(finding)));
  const dropped = findings
    .filter((finding) => combining.has(finding.keyword) && isAbove(finding))
    .flatMap(({ keyword, keywordLocation }) => (keywordLocation === undefined ? [] : below(keyword, keywordLocation)));
  return findings.filter((finding) => {
    const { keyword, keywordLocation = '' } = finding;
    if (unknown.some((pointer) => placeOf(finding).startsWith(`${pointer}/`))) return false;
    if ((combining.has(keyword) || repeating.has(keyword)) && isAbove(finding)) return false;
    return !dropped.some((start) => `${keywordLocation}/`.startsWith(start));
  });
}

/** The places of the keywords that belong to a keyword: `then` and `else` stand beside their `if`. */
function below(keyword: string, location: string): string[] {
  if (keyword !== 'if') return [`${location}/`];
  const beside = location.slice(0, -'if'.length);
  return [`${location}/`, `${beside}then/`, `${beside}else/`];
}
