import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from './json.ts';
import { parseInTurns, parseStoredInTurns } from './parse-in-turns.ts';
import { redact, redactedMarker } from './redaction.ts';
import { isSameJson } from './same-json.ts';
import { stringifyInTurns } from './stringify-in-turns.ts';

let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 6)); // every second look at the clock ends a turn
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** How many turns the event loop takes while work is under way. */
async function turnsOf(work: () => unknown): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const none = () => false;

test('a long text is read in turns, with a look at the clock after each thousand values', async () => {
  const text = JSON.stringify(numbers(40_000));
  for (const read of [() => parseInTurns(text, none), () => parseStoredInTurns(text)]) {
    const turns = await turnsOf(read);
    expect(turns).toBeGreaterThanOrEqual(10);
    expect(turns).toBeLessThanOrEqual(45);
  }
  expect(await turnsOf(() => parseStoredInTurns(text.slice(0, 1_000).replace(/,\d*$/, ']')))).toBe(0);
});

test('a value of more than 10,000 parts is written in turns, and a smaller one at once', async () => {
  const written = (value: unknown) => turnsOf(() => stringifyInTurns(value));
  expect(await written(numbers(40_000))).toBeGreaterThanOrEqual(10);
  expect(await written({ a: numbers(40_000) })).toBeGreaterThanOrEqual(10);
  expect(await written(numbers(10_000))).toBeGreaterThanOrEqual(3); // the array is a part too
  for (const value of [numbers(9_999), [], 1, 'x']) expect(await written(value)).toBeLessThanOrEqual(1);
});

test('two long lists or objects are compared in turns', async () => {
  const same = (value: JsonValue) => turnsOf(() => isSameJson(value, structuredClone(value)));
  const members = Object.fromEntries(numbers(40_000).map((at) => [`n${at}`, at]));
  for (const value of [numbers(40_000), numbers(40_000).map((at) => ({ at })), members])
    expect(await same(value)).toBeGreaterThanOrEqual(10);
  expect(await same([1, { a: 2 }])).toBeLessThanOrEqual(1);
});

test('a long text or name is written in pieces, which divide no pair of surrogates', async () => {
  const long = 'x'.repeat(1_500_000);
  const uneven = ['😀', 'x😀', '\ud83d', '\ud83d😀', '\ude00"\\'].map((part) => part.repeat(600_000));
  for (const value of [long, [1, long], { [long]: 1 }, { a: null, [long]: undefined, b: { long } }, ...uneven])
    expect(await stringifyInTurns(value)).toBe(JSON.stringify(value));
  for (const value of [long, { [long]: 1 }, [long.slice(0, 700_000), long.slice(0, 700_000)]])
    expect(await turnsOf(() => stringifyInTurns(value))).toBeGreaterThanOrEqual(3);
});

test('a long string beside other values is read in pieces', async () => {
  const long = 'x'.repeat(600_000);
  for (const value of [[1, long, 2], [long.slice(0, 400_000), 3], { [`${long}`]: null }, [`\\"${long}`]])
    expect(await parseInTurns(JSON.stringify(value), none)).toEqual(value);
  expect(await turnsOf(() => parseInTurns(JSON.stringify('x'.repeat(2_000_000)), none))).toBeGreaterThanOrEqual(3);
  const digits = `[${'1,'.repeat(300_000)}"x"]`;
  expect(await parseInTurns(digits, none)).toHaveLength(300_001);
});

test('a number keeps its digits as when it is read at once', async () => {
  const texts = ['0', '-0', '7', '-7', '10', '999999999999999', '-99999999999999', '1000000000000000'];
  for (const text of [...texts, '9007199254740993', '1.50', '0.5', '1e5', '-1E-2', '12345678901234567890']) {
    const read = await parseInTurns(`[${text}]`, none);
    expect(read, text).toEqual(parseJson(`[${text}]`));
    expect(stringifyJson(read), text).toBe(stringifyJson(parseJson(`[${text}]`)));
  }
});

test('a copy of an object keeps a member called __proto__ as a member', async () => {
  const value = parseJson('{"__proto__":{"a":1},"b":2,"c":null}');
  const hidden = await redact(value, ['/b']);
  expect(Object.keys(Object(hidden))).toEqual(['__proto__', 'b', 'c']);
  expect(stringifyJson(hidden)).toBe('{"__proto__":{"a":1},"b":{"$redacted":true},"c":null}');
  const own: JsonValue = await redact(value, ['/__proto__']);
  expect(stringifyJson(own)).toBe(`{"__proto__":${JSON.stringify(redactedMarker)},"b":2,"c":null}`);
});
