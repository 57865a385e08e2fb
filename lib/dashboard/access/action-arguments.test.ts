import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { areActionArguments } from './action-arguments.ts';

const require = createRequire(import.meta.url);
/** The form in which React's own client sends arguments. */
const { encodeReply } = require('next/dist/compiled/react-server-dom-turbopack/client.node') as {
  encodeReply(value: unknown): Promise<string | FormData>;
};
const sent = async (...given: unknown[]) => JSON.parse(String(await encodeReply(given)));

it('what pages send is plain', async () => {
  const twice = { tags: ['a', 'b'] };
  for (const given of [
    [],
    [{ id: 'a', text: '$F1 costs $5', empty: '', dollar: '$', escaped: '$$', missing: undefined, none: null }],
    [new Date(0), 1n, -0, Number.NaN, Number.POSITIVE_INFINITY, true, 1.5],
    [{ one: twice, other: twice, list: [twice, twice.tags] }],
  ])
    expect(areActionArguments(await sent(...given)), JSON.stringify(await sent(...given))).toBe(true);
});

it.each([
  ['no list', { a: 1 }],
  ['a function', ['$F1']],
  ['a function of the server', ['$h1']],
  ['a map', [{ a: '$Q1' }]],
  ['a file', ['$B1']],
  ['bytes', ['$o1']],
  ['a stream', ['$R1']],
  ['parts of a form', ['$K1']],
  ['a promise', ['$@1']],
  ['what only the browser has', [{ 'a:b': '$T' }]],
  ['more than a thousand arguments', Array.from({ length: 1_001 }, () => 1)],
  ['another part', ['$1']],
  ['a place that there is not', [{ a: 1 }, '$0:0:b']],
  ['an inherited member', [{ a: 1 }, '$0:0:toString']],
  ['itself', [{ a: '$0:0' }]],
  ['the arguments', ['$0']],
  ['a number that is none', ['$n1x']],
  ['an endless number', [`$n${'1'.repeat(301)}`]],
  ['two that hold each other', [{ a: { x: '$0:0:b' }, b: { x: '$0:0:a' } }]],
])('%s is refused', (_, body) => {
  expect(areActionArguments(body)).toBe(false);
});

it('few references that stand for very many values are refused', () => {
  const levels = Array.from({ length: 60 }, (_, level) => [
    `l${level}`,
    { x: `$0:0:l${level + 1}`, y: `$0:0:l${level + 1}` },
  ]);
  expect(areActionArguments([{ ...Object.fromEntries(levels), l60: { x: 1 } }])).toBe(false);
});

it('arrays in arrays hold as much as React allows', () => {
  const items = (count: number) => [[Array.from({ length: count }, () => 1)]];
  expect(areActionArguments(items(900_000))).toBe(true);
  expect(areActionArguments(items(1_000_000))).toBe(false);
  expect(areActionArguments([[['x'.repeat(1_000_000), 'y']]])).toBe(false);
});
