import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { limits, type Operation, TaskdeckError } from '#contract';
import { parseBody } from './parse-body.ts';
import { parserOfBody, parserOfParams, parserOfQuery, refuseBadPath } from './parse-input.ts';

/** The code and the pointers of the error that this throws. */
function refusal(work: () => unknown): [code: string, pointers?: string[]] {
  try {
    return [`nothing: ${JSON.stringify(work())}`];
  } catch (error) {
    if (!(error instanceof TaskdeckError)) throw error;
    return error.details === undefined ? [error.code] : [error.code, error.details.map(({ pointer }) => pointer)];
  }
}
const bytes = (text: string) => Buffer.from(text);
const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);

describe('a body', () => {
  test('may be nested as deep as the limit says, and no deeper, whatever its strings hold', () => {
    expect(parseBody(bytes(nested(limits.jsonDepth)))).toBeInstanceOf(Array);
    expect(refusal(() => parseBody(bytes(nested(limits.jsonDepth + 1))))).toEqual(['LimitExceeded']);
    const brackets = JSON.stringify({ a: `"\\${'['.repeat(limits.jsonDepth + 1)}`, b: '{'.repeat(1_000) });
    expect(parseBody(bytes(brackets))).toEqual(JSON.parse(brackets));
    const siblings = `[${Array(limits.jsonDepth * 2)
      .fill('[]')
      .join()}]`;
    expect(parseBody(bytes(siblings))).toHaveLength(limits.jsonDepth * 2);
    expect(refusal(() => parseBody(bytes(`{"a":"\\\\",${nested(limits.jsonDepth + 1, '1').slice(0, 20)}`)))).toEqual([
      'InvalidJson',
    ]);
  });

  test.for([
    ['{"a":"\\u0000"}', ['/a']],
    ['{"a":["x",{"b/c":"\\ud800"}]}', ['/a/1/b~1c']],
    ['{"a":{"\\u0000":1}}', ['/a']],
    ['"\\udfff"', ['']],
  ] as const)('%s holds text that PostgreSQL cannot', ([text, pointers]) => {
    expect(refusal(() => parseBody(bytes(text)))).toEqual(['InvalidRequest', [...pointers]]);
  });

  test('may hold it where it is kept as text, and there only', () => {
    const kept = (pointer: string) => pointer === '/value';
    expect(parseBody(bytes('{"value":{"a":"\\u0000"}}'), kept)).toEqual({ value: { a: '\u0000' } });
    expect(refusal(() => parseBody(bytes('{"value":1,"id":"\\u0000"}'), kept))).toEqual(['InvalidRequest', ['/id']]);
    expect(parseBody(bytes('"\\ud83d\\ude00"'))).toBe('😀');
  });

  test.for([
    ['{"a":1,\n  "a":2}', 'line 2, column 3 (position 10)'],
    ['[1,\n2,]', 'line 2, column 3'],
    ['{"a":', 'it ends too early (position 5)'],
    ['', 'it ends too early (position 0)'],
    ['[1]x', 'line 1, column 4'],
  ] as const)('%j is not JSON, and it is said where', ([text, place]) => {
    expect(() => parseBody(bytes(text))).toThrow(expect.objectContaining({ code: 'InvalidJson' }));
    expect(() => parseBody(bytes(text))).toThrow(place);
  });

  test('is UTF-8, whole, with a byte order mark or without', () => {
    expect(refusal(() => parseBody(Buffer.from([0x22, 0xc3, 0x22])))).toEqual(['InvalidJson']);
    expect(parseBody(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes('1')]))).toBe(1);
  });

  test('is refused with a pointer to each mistake, at most a hundred', () => {
    const parse = parserOfBody(z.strictObject({ 'a/b': z.number(), list: z.array(z.number()) }));
    expect(refusal(() => parse({ 'a/b': 'x', list: [1, 'y'] }))).toEqual(['InvalidRequest', ['/a~1b', '/list/1']]);
    expect(() => parse({ 'a/b': 'x', list: ['y'] })).toThrow(/^\/a~1b: [^;]+; \/list\/0: [^;]+$/);
    expect(() => parse('text')).toThrow(/^the body: /);
    const [, pointers] = refusal(() => parse({ 'a/b': 1, list: Array(150).fill('x') }));
    expect(pointers).toHaveLength(100);
    expect(() => parse({ 'a/b': 1, list: Array(150).fill('x') })).toThrow(
      /^\/list\/0: .*; \/list\/2: [^;]+ \(and 97 more\)$/,
    );
  });
});

const operation: Operation = {
  summary: '',
  resource: 'tasks',
  method: 'GET',
  path: '/v1/x/{id}',
  bounded: 'nothing',
  scopes: 'anonymous',
  params: { id: z.string().max(3) },
  query: z.strictObject({ one: z.string().optional(), many: z.array(z.string()).optional() }),
};

describe('a query', () => {
  const parse = parserOfQuery(operation);

  test('has each parameter once unless it is a list', () => {
    expect(parse('')).toEqual({});
    expect(parse('one=a%26b&many=c&many=d')).toEqual({ one: 'a&b', many: ['c', 'd'] });
    expect(parse('many=c')).toEqual({ many: ['c'] });
    expect(parse('one=')).toEqual({ one: '' });
    expect(refusal(() => parse('one=a&one=a'))).toEqual(['InvalidRequest', ['query/one']]);
  });

  test('has no other parameter, and all mistakes are told at once', () => {
    expect(refusal(() => parse('two=1&one=a&one=b&__proto__=x'))).toEqual([
      'InvalidRequest',
      ['query/two', 'query/one', 'query/__proto__'],
    ]);
    expect(() => parse('two=1')).toThrow('unknown query parameter "two"; allowed: one, many');
    const none = parserOfQuery({ ...operation, query: z.strictObject({}) });
    expect(() => none('one=1')).toThrow('none is allowed here');
  });

  test.for(['one=%', 'one=%ff', 'one=%00', '%zz=1'])('%s is not encoded as it should be', (search) => {
    expect(refusal(() => parse(search))).toEqual(['InvalidRequest', ['query']]);
  });
});

test('path parameters are checked, and hold no U+0000', () => {
  const parse = parserOfParams(operation);
  expect(parse({ id: 'abc' })).toEqual({ id: 'abc' });
  expect(refusal(() => parse({ id: 'abcd' }))).toEqual(['InvalidRequest', ['path/id']]);
  expect(refusal(() => parse({ id: 'a\u0000' }))).toEqual(['InvalidRequest', ['path/id']]);
  expect(refusal(() => refuseBadPath('/v1/%c3'))).toEqual(['InvalidRequest', ['path']]);
  expect(() => refuseBadPath('/v1/%C3%A9')).not.toThrow();
});
