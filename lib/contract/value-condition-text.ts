import { isStorable, LosslessNumber, parseJson, stringifyJson } from './json.ts';
import { pathOf, pointerOf } from './pointer.ts';

export const valueOperators = ['=', '!=', '<', '<=', '>', '>=', 'exists', 'missing', 'holds'] as const;
export type ValueOperator = (typeof valueOperators)[number];

/** A scalar that values are compared with. The text of a number has all of its digits. */
export type ValueOperand = { kind: 'string' | 'number' | 'boolean' | 'null'; text: string };

/** A condition on the part of a value at a path, in the order of a JSON Pointer. */
export type ValueCondition = { path: string[]; operator: ValueOperator; operands: ValueOperand[] };

export const longestHeldValue = 256;

/** Whether a text can be looked for in values. */
export function isHeldValue(text: string): boolean {
  return text.length > 0 && text.length <= longestHeldValue && isStorable(text);
}

/** The JSON text that every value contains which holds a text, or the number that it reads. */
export function tokenOfHeld(text: string): string {
  return comparableNumber.test(text) ? text : JSON.stringify(text);
}

export const longestCondition = 8_000;
const mostOperands = 50;
const longestOperand = 1_000;
const longestPath = 512;
/** Numbers with more digits or larger exponents are no numbers that anything is compared with. */
const comparableNumber = /^(?=.{1,1000}$)-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;
/** PostgreSQL would take these for the number that they mean, and negative ones for elements counted from the end. */
const oddIndex = /^\s*(?:[+-]\s*\d+|0\d+|\s\d+)$/;

/** Returns what is wrong with a condition, if anything. */
export function problemOfCondition(text: string): string | undefined {
  const read = text.length > longestCondition ? `longer than ${longestCondition} characters` : readCondition(text);
  return typeof read === 'string' ? read : undefined;
}

/** Returns the condition that a text is. The schema has checked it. */
export function valueConditionOf(text: string): ValueCondition {
  const read = readCondition(text);
  if (typeof read === 'string') throw new RangeError(read);
  return read;
}

/** The pointer of a condition, in the one form that names its path. */
export function pointerOfCondition({ path }: ValueCondition): string {
  return pointerOf(path);
}

/** Returns the condition that a text is, or what is wrong with it. */
function readCondition(text: string): ValueCondition | string {
  const given = parsed(text);
  if (!Array.isArray(given)) return 'a condition is a JSON array, such as ["/total",">",100]';
  const [pointer, operator, ...rest] = given;
  const path = typeof pointer === 'string' ? readPath(pointer) : undefined;
  if (path === undefined) return 'a condition begins with a JSON Pointer, such as "/customer"';
  if (typeof path === 'string') return path;
  const known = valueOperators.find((one) => one === operator);
  if (known === undefined) return `an operator is one of ${valueOperators.join(' ')}`;
  const operands = rest.map(operandOf);
  const whole = operands.filter((operand) => operand !== undefined);
  if (whole.length < operands.length)
    return `an operand is a text of up to ${longestOperand} characters, a number, true, false or null`;
  const isRange = known.startsWith('<') || known.startsWith('>');
  if (isRange && (whole.length !== 1 || !whole.every(({ kind }) => kind === 'string' || kind === 'number')))
    return `${known} takes one number or text`;
  if (known === 'holds')
    return whole.length === 1 && whole[0]?.kind === 'string' && whole[0].text !== ''
      ? { path, operator: known, operands: whole }
      : 'holds takes one text';
  if (known.length > 2 && whole.length > 0) return `${known} takes no operand`;
  if ((known === '=' || known === '!=') && (whole.length === 0 || whole.length > mostOperands))
    return `${known} takes 1 to ${mostOperands} operands`;
  return { path, operator: known, operands: whole };
}

/** Returns what is wrong with a path that conditions can name, if anything. */
export function problemOfPath(pointer: string): string | undefined {
  if (pointer.length > longestPath) return `a path has up to ${longestPath} characters`;
  const path = readPath(pointer);
  if (typeof path === 'string') return path;
  return path === undefined ? 'a path has no NUL and no half character' : undefined;
}

/** Returns the path of a pointer, what is wrong with it, or `undefined` when it is no JSON Pointer. */
function readPath(pointer: string): string[] | string | undefined {
  if (!/^(\/([^~]|~[01])*)?$/s.test(pointer) || !isStorable(pointer)) return undefined;
  const path = pathOf(pointer);
  return path.some((part) => oddIndex.test(part)) ? 'an index has no sign, no space and no zeros before it' : path;
}

function operandOf(value: unknown): ValueOperand | undefined {
  if (typeof value === 'string')
    return value.length <= longestOperand && isStorable(value) ? { kind: 'string', text: value } : undefined;
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (value === null) return { kind: 'null', text: 'null' };
  if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof LosslessNumber)) return undefined;
  const text = stringifyJson(value);
  return comparableNumber.test(text) ? { kind: 'number', text } : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
