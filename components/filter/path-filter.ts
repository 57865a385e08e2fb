import { pathOf, pointerPart } from '#contract';

/** A filter of the parts of a JSON value, whose keys are paths: `value.total:>100`. */
export type PathFilter = {
  /** The key before the path. */
  key: string;
  about: string;
  example: string;
  /** The parameter of the query that takes conditions. */
  field: string;
  /** The list of paths that the page provides, as JSON Pointers. */
  source: string;
  /** The list of those paths that have an index. They are offered first. */
  indexedSource?: string;
};

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const span = /^(.+?)\.\.(.+)$/;

/** Returns the part of a value that a key names, the whole value for one without a path, or `undefined` for a key of another filter. */
export function pathInKey(
  filter: Pick<PathFilter, 'key'> | undefined,
  key: string,
): { pointer: string; isNegated: boolean } | undefined {
  const isNegated = key.startsWith('-');
  const plain = isNegated ? key.slice(1) : key;
  if (filter === undefined || !plain.startsWith(filter.key)) return undefined;
  const rest = plain.slice(filter.key.length);
  if (rest === '' || rest.startsWith('/')) return { pointer: rest, isNegated };
  if (!rest.startsWith('.') || rest.length === 1) return undefined;
  const pointer = rest
    .slice(1)
    .split('.')
    .map((part) => `/${pointerPart(part)}`)
    .join('');
  return { pointer, isNegated };
}

/** The key of a part of a value, as one would write it. */
export function keyOfPointer({ key }: Pick<PathFilter, 'key'>, pointer: string): string {
  const parts = pathOf(pointer);
  return parts.every((part) => /^[^\s:=<>!,"./]+$/.test(part)) ? `${key}.${parts.join('.')}` : `${key}${pointer}`;
}

/**
 * Returns the conditions that values of a key stand for, as the service takes them. Several plain values are
 * alternatives; `*`: there is a value; `>5`, `<=5`, `1..5`: ranges of numbers or texts. Without a path, a value stands
 * for itself at any place.
 */
export function conditionsOf(
  pointer: string,
  values: readonly string[],
  isNegated: boolean,
): { conditions: string[] } | { problem: string } {
  const condition = (operator: string, ...operands: string[]) =>
    `[${[JSON.stringify(pointer), JSON.stringify(operator), ...operands].join(',')}]`;
  const [value = ''] = values;
  if (pointer === '') {
    if (isNegated) return { problem: 'a value at any place cannot be negated' };
    if (values.length > 1) return { problem: 'takes one value; write another condition' };
    return { conditions: [condition('holds', JSON.stringify(value))] };
  }
  if (values.every((one) => rangeOf(one) === undefined && one !== '*'))
    return { conditions: [condition(isNegated ? '!=' : '=', ...new Set(values.flatMap(operandsOf)))] };
  if (values.length > 1) return { problem: 'a range or * stands alone; write another condition' };
  if (value === '*') return { conditions: [condition(isNegated ? 'missing' : 'exists')] };
  if (isNegated) return { problem: 'a range cannot be negated; write the opposite range' };
  const range = rangeOf(value) ?? [];
  if (range.some(([, operand]) => operand === '')) return { problem: 'a range needs a number or a text, such as >100' };
  return { conditions: range.map(([operator, operand]) => condition(operator, operandsOf(operand)[0] ?? '""')) };
}

function rangeOf(value: string): [operator: string, operand: string][] | undefined {
  const [, operator, operand = ''] = /^(<=|>=|<|>)(.*)$/s.exec(value) ?? [];
  if (operator !== undefined) return [[operator, operand.trim()]];
  const [, from, to] = span.exec(value) ?? [];
  if (from === undefined || to === undefined || number.test(from) !== number.test(to)) return undefined;
  return [
    ['>=', from],
    ['<=', to],
  ];
}

/** What a plain value can be in JSON: a number is also looked for as text. */
function operandsOf(value: string): string[] {
  const isWord = value === 'true' || value === 'false' || value === 'null';
  return [...(number.test(value) || isWord ? [value] : []), JSON.stringify(value)];
}
