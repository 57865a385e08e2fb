import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, parseJson, pathOf, redact, stateListQuery, stringifyJson, valueConditionOf } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import type { StoreAddress } from '../../records.ts';
import { ada, input, newStore, startState } from '../../testing/state-fixture.ts';
import { findByValue } from './find-by-value.ts';
import { Listing } from './listing.ts';

const fixture = started(startState, 'end');

type Condition = [pointer: string, operator: string, ...operands: unknown[]];

async function idsOf(store: StoreAddress, conditions: readonly Condition[], seesHidden = true): Promise<string[]> {
  const value = conditions.map((condition) => JSON.stringify(condition));
  const ids: string[] = [];
  for (let continuationToken: string | undefined; ; ) {
    const query = stateListQuery.parse({ value, maxPageSize: '2', ...(continuationToken && { continuationToken }) });
    const page = await fixture.state.list(store, query, seesHidden);
    ids.push(...page.value.map(({ id }) => id));
    continuationToken = page.continuationToken;
    if (continuationToken === undefined) return ids;
  }
}

/** What a condition means, said once more in JavaScript: numbers here are small, so that doubles are exact. */
function meets(value: JsonValue, [pointer, operator, ...operands]: Condition): boolean {
  const part = pathOf(pointer).reduce<JsonValue | undefined>((whole, name) => {
    if (Array.isArray(whole)) return /^\d+$/.test(name) ? whole[Number(name)] : undefined;
    return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name)
      ? (whole as Record<string, JsonValue>)[name]
      : undefined;
  }, value);
  const [operand] = operands;
  if (operator === 'holds') return part !== undefined && holds(part, String(operand));
  const isComparable = typeof part === typeof operand && (typeof part === 'number' || typeof part === 'string');
  if (operator === 'exists') return part !== undefined;
  if (operator === 'missing') return part === undefined;
  if (operator === '=') return operands.some((one) => one === part);
  if (operator === '!=') return !operands.some((one) => one === part);
  if (!isComparable) return false;
  const order =
    typeof part === 'string'
      ? Buffer.compare(Buffer.from(part), Buffer.from(String(operand)))
      : Number(part) - Number(operand);
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator] ?? false;
}

function holds(value: JsonValue, text: string): boolean {
  if (typeof value === 'number') return value === Number(text);
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((part) => holds(part, text));
}

const scalar = fc.constantFrom<JsonValue>(1, 2, -1, 1.5, 'a', 'b', '1', 'é', '', true, false, null);
const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '1'), tie('any'), { maxKeys: 3 }),
  ),
})).any;
const pointer = fc
  .array(fc.constantFrom('a', 'b', '0', '1'), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''));
const condition = fc.oneof(
  fc.tuple(pointer, fc.constantFrom('exists', 'missing')),
  fc.tuple(pointer, fc.constantFrom('=', '!='), scalar, scalar),
  fc.tuple(pointer, fc.constant('holds'), fc.constantFrom('a', 'b', '1', 'é', '1.5', '-1')),
  fc.tuple(pointer, fc.constantFrom('<', '<=', '>', '>='), fc.constantFrom<JsonValue>(1, 'a', '1', -1)),
) as fc.Arbitrary<Condition>;

test('conditions mean what they say, and tell nothing of hidden values to who may not see them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ value, sensitive: fc.array(pointer, { maxLength: 2 }) }), { minLength: 1, maxLength: 12 }),
      fc.array(condition, { minLength: 1, maxLength: 2 }),
      async (given, conditions) => {
        const store = newStore();
        const entries = given.map((one, index) => ({ ...one, id: String.fromCharCode(97 + index) }));
        await fixture.state.bulkSave(store, entries.map(input), ada);
        const matching = entries.filter((entry) => conditions.every((one) => meets(entry.value, one)));
        expect(await idsOf(store, conditions)).toEqual(matching.map(({ id }) => id));
        // The same entries with other hidden values.
        const others = newStore();
        for (const { id, value, sensitive } of entries) {
          const shown = stringifyJson(await redact(value, sensitive)).replaceAll('{"$redacted":true}', '"other"');
          await fixture.state.save(others, input({ id, value: parseJson(shown), sensitive }), ada);
        }
        const found = await idsOf(store, conditions, false);
        expect(found).toEqual(await idsOf(others, conditions, false));
        expect(matching.map(({ id }) => id)).toEqual(expect.arrayContaining(found));
      },
    ),
    { numRuns: 60 },
  );
});

test('an element of an array is hidden by every way to name it', async () => {
  const store = newStore();
  const value = { list: ['shown', 'hidden'] };
  await fixture.state.save(store, input({ id: 'a', value, sensitive: ['/list/01'] }), ada);
  expect(stringifyJson(await redact(value, ['/list/01']))).not.toContain('hidden');
  expect(await idsOf(store, [['/list/1', 'exists']], false)).toEqual([]);
  expect(await idsOf(store, [['/list/1', 'exists']])).toEqual(['a']);
});

test('a value around a hidden one holds nothing for who may not see it', async () => {
  const store = newStore();
  const value = { shown: ['a'], hidden: { card: '4711' } };
  await fixture.state.save(store, input({ id: 'a', value, sensitive: ['/hidden/card'] }), ada);
  for (const pointer of ['', '/hidden', '/hidden/card']) {
    expect(await idsOf(store, [[pointer, 'holds', '4711']], false), pointer).toEqual([]);
    expect(await idsOf(store, [[pointer, 'holds', '4711']]), pointer).toEqual(['a']);
  }
  expect(await idsOf(store, [['/shown', 'holds', 'a']], false)).toEqual(['a']);
});

test('numbers are compared exactly, whatever their size and form', async () => {
  const store = newStore();
  const texts = ['9007199254740993', '9007199254740992', '1e2', '100.0', '1e400000', '"100"', '-0'];
  for (const [index, text] of texts.entries())
    await fixture.state.save(store, input({ id: `n${index}`, value: parseJson(`{"n":${text}}`) }), ada);
  const ids = async (text: string) => {
    const query = stateListQuery.parse({ value: text });
    return (await fixture.state.list(store, query, true)).value.map(({ id }) => id);
  };
  expect(await ids('["/n","=",9007199254740993]')).toEqual(['n0']);
  expect(await ids('["/n",">",9007199254740992]')).toEqual(['n0']);
  expect(await ids('["/n","=",100]')).toEqual(['n2', 'n3']);
  expect(await ids('["/n","=",0]')).toEqual(['n6']);
  expect(await ids('["/n","exists"]')).toHaveLength(texts.length);
});

test('a value that PostgreSQL cannot read as text meets no condition, and fails no search', async () => {
  const store = newStore();
  await fixture.state.save(store, input({ id: 'nul', value: { a: '\u0000', b: 1 } }), ada);
  await fixture.state.save(store, input({ id: 'half', value: { a: '\ud800' } }), ada);
  await fixture.state.save(store, input({ id: 'whole', value: { b: 1 } }), ada);
  expect(await idsOf(store, [['/b', '=', 1]])).toEqual(['whole']);
  expect(await idsOf(store, [['/a', 'missing']])).toEqual(['whole']);
  expect(await idsOf(store, [['', 'holds', '1']])).toEqual(['whole']);
});

/** Looks at numbers, each of which takes so many milliseconds, and of which some match. */
function looking(durations: readonly number[], isMatch: (n: number) => boolean) {
  let clock = 0;
  const look = async (after = -1, limit: number, budgetMs: number) => {
    const end = clock + budgetMs;
    const ahead = [...durations.keys()].slice(after + 1);
    const seen = ahead.slice(0, limit).filter((n, index) => {
      if (index > 0 && clock >= end) return false;
      clock += durations[n] ?? 0;
      return true;
    });
    return { count: seen.length, last: seen.at(-1), found: seen.filter(isMatch), isEnd: seen.length === ahead.length };
  };
  return (after: number | undefined, want: number) => findByValue(after, want, look, { now: () => clock });
}

test('a search stops after a while, says how many entries it looked at, and goes on from there', async () => {
  const search = looking(
    Array.from({ length: 600 }, () => 2),
    (n) => n % 200 === 199,
  );
  expect(await search(undefined, 9), 'steps of 250 and of what is left of a second').toEqual({
    found: [199, 399],
    searched: 500,
    next: 499,
  });
  expect(await search(499, 9)).toEqual({ found: [599], searched: 100, next: undefined });
  expect(await search(undefined, 1)).toEqual({ found: [199], searched: 500, next: 199 });
});

test('a search goes on after an entry whose value takes longer than its time', async () => {
  const search = looking([1, 4_000, 1], () => true);
  expect(await search(undefined, 9)).toEqual({ found: [0, 1], searched: 2, next: 1 });
  expect(await search(1, 9)).toEqual({ found: [2], searched: 1, next: undefined });
});

test('a search finds what is before a value that takes far too long, and is refused at it', async () => {
  const broken = 2;
  const look = async (after = -1, limit: number) => {
    const seen = [0, 1, 2, 3].slice(after + 1).slice(0, limit);
    return seen.includes(broken)
      ? undefined
      : { count: seen.length, last: seen.at(-1), found: seen, isEnd: seen.length < limit };
  };
  expect(await findByValue(undefined, 9, look)).toEqual({ found: [0], searched: 1, next: 0 });
  expect(await findByValue(0, 9, look)).toEqual({ found: [1], searched: 1, next: 1 });
  const message = 'this value is too large for this filter';
  await expect(findByValue(1, 9, look)).rejects.toMatchObject({ message });
});

test('a search by value looks at as many large values as there is time for, and at one without any', async () => {
  const store = newStore();
  const ids = Array.from({ length: 12 }, (_, index) => `v${index + 10}`);
  for (const [index, id] of ids.entries())
    await fixture.state.save(store, input({ id, value: { n: index % 4, text: 'abc'.repeat(100_000) } }), ada);
  const search = { conditions: [valueConditionOf('["/n","=",3]')], seesHidden: true, plan: undefined };
  const look = (after: string | undefined, budgetMs: number) =>
    new Listing(
      fixture.database,
      store,
      stateListQuery.parse({}),
      after === undefined ? undefined : { id: after, modifiedOn: new Date(0).toISOString() },
    ).look(100, budgetMs, search);
  const found: string[] = [];
  const counts: number[] = [];
  for (let after: string | undefined; ; ) {
    const step = await look(after, 0);
    counts.push(step?.count ?? 0);
    found.push(...(step?.found ?? []).map(({ id }) => id));
    after = step?.last?.id;
    if (step === undefined || step.isEnd) break;
  }
  expect(found).toEqual(['v13', 'v17', 'v21']);
  expect(counts).toEqual(ids.map(() => 1));
  expect(await look(undefined, 60_000)).toMatchObject({ count: 12, isEnd: true, found: found.map((id) => ({ id })) });
});

test('an odd condition is refused with what is wrong', () => {
  for (const [text, problem] of [
    ['/a=1', 'JSON array'],
    ['["a","=",1]', 'JSON Pointer'],
    ['["/a","~",1]', 'operator'],
    ['["/a","<",true]', 'one number or text'],
    ['["/a","=",[1]]', 'operand'],
    ['["/a","=",1e400000]', 'operand'],
    ['["/a","exists",1]', 'no operand'],
    ['["/a/-1","exists"]', 'index'],
    ['["/a/01","exists"]', 'index'],
    ['["/a/ 1","exists"]', 'index'],
    ['["/a","=","\\u0000"]', 'operand'],
  ] as const)
    expect(stateListQuery.safeParse({ value: text }).error?.issues[0]?.message, text).toContain(problem);
});
