import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTaskdeckError,
  type JsonValue,
  limits,
  parseInTurns,
  parseJson,
  parseStoredInTurns,
  stringifyInTurns,
  stringifyJson,
} from '#contract';
import { parseBody } from './parse-body.ts';

const kept = (pointer: string) => pointer === '/value';

/** What a reader makes of a text: the value, or the code and details of the error. */
async function outcome(read: () => JsonValue | Promise<JsonValue>): Promise<unknown> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!isTaskdeckError(error)) throw error;
    return { code: error.code, details: error.details };
  }
}
const both = async (text: string) => [
  await outcome(() => parseInTurns(text, kept)),
  await outcome(() => parseBody(Buffer.from(text), kept)),
];

test('any JSON is read as by the reader of small bodies', async () => {
  const texts = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 1)),
    fc.bigInt().map((value) => `[${value},{"a":${value}.50}]`),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => `{"value":[${value},-0,1e400,1E+2,0.1,123456789012345678]}`),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [inTurns, atOnce] = await both(text);
      expect(inTurns).toEqual(atOnce);
      const stored = ' '.repeat(65_536) + text;
      expect(await parseStoredInTurns(stored)).toEqual(parseJson(stored));
    }),
    { numRuns: 300 },
  );
});

test.each([
  '',
  ' ',
  '[',
  '[1',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{"a":1,}',
  '{"a" 1}',
  '{a:1}',
  '{"a":1 "b":2}',
  '{"a"}',
  '1 2',
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '1e',
  'tru',
  'nulls',
  'NaN',
  '"a',
  '"\\',
  '"\\x"',
  '"\u0001"',
  '\u00a01',
  '[1}',
  '{"a":1]',
  ']',
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '[{"a":{"b":1,"b":1}}]',
  '{"__proto__":{"a":1},"constructor":2}',
  '{"__proto__":1,"__proto__":2}',
  '"\\ud800"',
  '{"a":["x","\\u0000"]}',
  '{"a/b":{"\\u0000":1}}',
  '{"value":{"a":"\\u0000","\\ud800":1}}',
  '{"value":1,"id":"\\u0000"}',
  '"\\ud83d\\ude00 \\" \\\\ \\/ \\n"',
  `${'['.repeat(limits.jsonDepth)}${']'.repeat(limits.jsonDepth)}`,
  `${'['.repeat(limits.jsonDepth + 1)}${']'.repeat(limits.jsonDepth + 1)}`,
  `${'{"a":'.repeat(limits.jsonDepth)}1${'}'.repeat(limits.jsonDepth)}`,
])('the text %j comes to the same', async (text) => {
  const [inTurns, atOnce] = await both(text);
  expect(inTurns).toEqual(atOnce);
});

test('a long string is read whole, wherever its pieces end', async () => {
  for (const shift of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const value = ['x'.repeat(shift), `${'x'.repeat(shift)}${'\u0007"\\ä'.repeat(300_000)}`, 1];
    expect(await parseInTurns(JSON.stringify(value), kept)).toEqual(value);
  }
  const broken = `["${'\\x'.repeat(600_000)}"]`;
  expect(await outcome(() => parseInTurns(broken, kept))).toMatchObject({ code: 'InvalidJson' });
  const endless = `["${'\\"'.repeat(600_000)}`;
  expect(await outcome(() => parseInTurns(endless, kept))).toMatchObject({ code: 'InvalidJson' });
});

test('a body with too many values is refused', async () => {
  const zeros = (count: number) => `[${'0,'.repeat(count - 2)}0]`; // the array is a value too
  expect(await outcome(() => parseInTurns(zeros(limits.jsonValues), kept))).toHaveProperty('value');
  expect(await outcome(() => parseInTurns(zeros(limits.jsonValues + 1), kept))).toMatchObject({
    code: 'LimitExceeded',
  });
});

test('a stored value is read whatever its size and depth', async () => {
  const deep = `${'['.repeat(limits.jsonDepth + 1)}${' '.repeat(65_536)}${']'.repeat(limits.jsonDepth + 1)}`;
  const long = `["\\u0000",${'1'.repeat(10_001)},${'0,'.repeat(limits.jsonValues)}0]`;
  for (const text of [deep, long]) expect(stringifyJson(await parseStoredInTurns(text))).toBe(text.replaceAll(' ', ''));
});

test('an object with too many names is refused', async () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`;
  expect(await outcome(() => parseInTurns(names(limits.namesPerObject), kept))).toHaveProperty('value');
  expect(await outcome(() => parseInTurns(names(limits.namesPerObject + 1), kept))).toMatchObject({
    code: 'LimitExceeded',
  });
});

test('a number whose digits would take too long to read is refused', async () => {
  expect(await outcome(() => parseInTurns(`[${'9'.repeat(10_000)}]`, kept))).toHaveProperty('value');
  expect(await outcome(() => parseInTurns(`[${'9'.repeat(10_001)}]`, kept))).toMatchObject({ code: 'LimitExceeded' });
});

test('a value is written as at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (part) => {
      const value = [...Array(2_000).fill(part), { part, none: undefined, exact: 1n << 70n, zero: -0 }];
      expect(await stringifyInTurns(value)).toBe(stringifyJson(value));
    }),
    { numRuns: 20 },
  );
});
