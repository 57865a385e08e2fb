import { isJsonObject, isRedactedMarker, type JsonValue, pointerPart } from '#contract';
import { align } from './align.ts';

type Side = JsonValue | undefined;

/**
 * A place at which two values differ, as a JSON Pointer (RFC 6901) of the left value, or of the right one where the left
 * has nothing. `hidden`: at least one side is hidden, so it is not known whether they differ.
 */
export type JsonChange = {
  kind: 'changed' | 'onlyLeft' | 'onlyRight' | 'hidden';
  pointer: string;
  left: Side;
  right: Side;
};

/**
 * Compares two values by their structure. Members are compared by name in any order, items of a list by the longest
 * common subsequence. Numbers are compared by their value, digit by digit.
 */
export function jsonChanges(left: Side, right: Side): JsonChange[] {
  const changes: JsonChange[] = [];
  const compare = (left: Side, right: Side, pointer: string): void => {
    if (left === undefined && right === undefined) return;
    if (left === undefined) changes.push({ kind: 'onlyRight', pointer, left, right });
    else if (right === undefined) changes.push({ kind: 'onlyLeft', pointer, left, right });
    else if (isRedactedMarker(left) || isRedactedMarker(right)) changes.push({ kind: 'hidden', pointer, left, right });
    else if (Array.isArray(left) && Array.isArray(right)) compareItems(left, right, pointer);
    else if (isJsonObject(left) && isJsonObject(right))
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
        compare(memberOf(left, name), memberOf(right, name), `${pointer}/${pointerPart(name)}`);
    else if (keyOf(left) !== keyOf(right)) changes.push({ kind: 'changed', pointer, left, right });
  };
  const compareItems = (left: readonly JsonValue[], right: readonly JsonValue[], pointer: string): void => {
    let [lefts, rights]: [number[], number[]] = [[], []];
    const settle = () => {
      for (let place = 0; place < Math.max(lefts.length, rights.length); place++) {
        const [one, other] = [lefts[place], rights[place]];
        compare(
          one === undefined ? undefined : left[one],
          other === undefined ? undefined : right[other],
          `${pointer}/${one ?? other}`,
        );
      }
      [lefts, rights] = [[], []];
    };
    for (const { left: one, right: other } of align(left.map(keyOf), right.map(keyOf))) {
      if (one !== undefined && other !== undefined) {
        settle();
        compare(left[one], right[other], `${pointer}/${one}`);
      } else if (one !== undefined) lefts.push(one);
      else if (other !== undefined) rights.push(other);
    }
    settle();
  };
  compare(left, right, '');
  return changes;
}

/** How two values compare as far as they may be seen. */
export type Verdict = 'same' | 'differs' | 'hidden';

export function verdictOf(changes: readonly JsonChange[]): Verdict {
  if (changes.some(({ kind }) => kind !== 'hidden')) return 'differs';
  return changes.length === 0 ? 'same' : 'hidden';
}

/** A text that is equal for equal values, in whatever order their members come. */
function keyOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (isJsonObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${keyOf(value[name] ?? null)}`)
      .join()}}`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function memberOf(object: { [name: string]: JsonValue }, name: string): Side {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
