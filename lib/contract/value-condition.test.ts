import { describe, expect, test } from 'vitest';
import { valueCondition } from './value-condition.ts';
import { pointerOfCondition, problemOfCondition, valueConditionOf, valueOperators } from './value-condition-text.ts';

const read = (...parts: unknown[]) => valueConditionOf(JSON.stringify(parts));
const problem = (...parts: unknown[]) => problemOfCondition(JSON.stringify(parts));
const string = (text: string) => ({ kind: 'string', text });
const number = (text: string) => ({ kind: 'number', text });

describe('a condition', () => {
  test('has the path of its pointer, its operator and its operands', () => {
    expect(read('/a~1b/0', '=', 'x', 1, true, false, null)).toEqual({
      path: ['a/b', '0'],
      operator: '=',
      operands: [
        ...[string('x'), number('1'), { kind: 'boolean', text: 'true' }],
        ...[
          { kind: 'boolean', text: 'false' },
          { kind: 'null', text: 'null' },
        ],
      ],
    });
    expect(read('', 'exists')).toEqual({ path: [], operator: 'exists', operands: [] });
    expect(() => valueConditionOf('x')).toThrow(RangeError);
  });

  test('keeps all digits of a number', () => {
    const text = '["/a",">",12345678901234567890.5]';
    expect(valueConditionOf(text).operands).toEqual([number('12345678901234567890.5')]);
    expect(valueConditionOf('["/a",">",12345678901234567890]').operands).toEqual([number('12345678901234567890')]);
    expect(valueConditionOf('["/a",">",-1e999]').operands).toEqual([number('-1e999')]);
  });

  test('has one pointer for its path', () => {
    for (const pointer of ['', '/', '/a~1b/~0/0']) expect(pointerOfCondition(read(pointer, 'exists'))).toBe(pointer);
  });

  test.each([
    ['=', [1]],
    ['=', ['a', ...Array.from({ length: 49 }, () => 1)]],
    ['!=', [null]],
    ...['<', '<=', '>', '>='].flatMap((operator): [string, unknown[]][] => [
      [operator, [1]],
      [operator, ['a']],
    ]),
    ['exists', []],
    ['missing', []],
    ['=', ['x'.repeat(1_000)]],
  ])('may have %s with these operands', (operator, operands) => {
    expect(problem('/a', operator, ...operands)).toBeUndefined();
  });
});

describe('no condition', () => {
  test.each(['', 'x', '{}', '"/a"', '[', '1'])('is the text %s', (text) => {
    expect(problemOfCondition(text)).toMatch('a condition is a JSON array');
  });

  test.each([7, null, 'a', '/~', '/~2', '/a/~', 'a/b', '/a\u0000', '/\ud800'])('begins with %j', (pointer) => {
    expect(problem(pointer, 'exists')).toMatch('begins with a JSON Pointer');
  });

  test.each(['-1', '+1', ' 1', '01', '00', '- 1', ' -1'])('has the index "%s"', (index) => {
    expect(problem(`/a/${index}`, 'exists')).toMatch('an index has no sign');
    expect(problem(`/a/x${index}`, 'exists')).toBeUndefined();
  });

  test.each(['0', '10', '1a', 'a', '', '-', '1 '])('is refused for the part "%s"', (part) => {
    expect(problem(`/a/${part}`, 'exists')).toBeUndefined();
  });

  test.each([undefined, '==', 'EXISTS', '', 7])('has the operator %j', (operator) => {
    expect(problem('/a', operator, 1)).toBe(`an operator is one of ${valueOperators.join(' ')}`);
  });

  test.each<unknown>([{}, { toString: 2 }, [], [1], 'x'.repeat(1_001), 'a\u0000', '\udc00'])(
    'has the operand %j',
    (operand) => {
      for (const operator of ['=', '>', 'exists'])
        expect(problem('/a', operator, operand)).toBe(
          'an operand is a text of up to 1000 characters, a number, true, false or null',
        );
    },
  );

  test('has a number with too many digits or too large an exponent', () => {
    const withNumber = (digits: string) => problemOfCondition(`["/a","=",${digits}]`);
    expect(withNumber('1'.repeat(1_000))).toBeUndefined();
    expect(withNumber('1'.repeat(1_001))).toMatch('an operand is');
    expect(withNumber(`0.${'1'.repeat(999)}`)).toMatch('an operand is');
    expect(withNumber('1.5e+999')).toBeUndefined();
    expect(withNumber('1e1000')).toMatch('an operand is');
  });

  test.each([
    ['<', [], '< takes one number or text'],
    ['>=', [1, 2], '>= takes one number or text'],
    ['>', [true], '> takes one number or text'],
    ['<=', [null], '<= takes one number or text'],
    ['exists', [1], 'exists takes no operand'],
    ['missing', [null], 'missing takes no operand'],
    ['=', [], '= takes 1 to 50 operands'],
    ['!=', Array.from({ length: 51 }, () => 1), '!= takes 1 to 50 operands'],
  ])('has %s with these operands', (operator, operands, expected) => {
    expect(problem('/a', operator, ...operands)).toBe(expected);
  });

  test('is longer than 8000 characters', () => {
    const text = JSON.stringify(['/a', '=', ...Array.from({ length: 7 }, () => 'x'.repeat(990))]);
    expect(problemOfCondition(text.padEnd(8_001))).toBe('longer than 8000 characters');
    expect(problemOfCondition(text.padEnd(8_000))).toBeUndefined();
    expect(valueCondition.safeParse('x').error?.issues[0]?.message).toMatch('a condition is a JSON array');
    expect(valueCondition.safeParse('["/a","exists"]').success).toBe(true);
  });
});
