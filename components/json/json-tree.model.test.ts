import { describe, expect, it } from 'vitest';
import { parseJson } from '#contract';
import { jsonRows, jsonSummary, type Opening } from './json-tree.model.ts';

const opening = (changes: Partial<Opening> = {}): Opening => ({
  openDepth: 2,
  toggled: new Set(),
  listed: new Map(),
  ...changes,
});
const shownAt = (text: string, pointer: string, changes: Partial<Opening> = {}) =>
  jsonRows(parseJson(text), opening({ openDepth: 9, ...changes })).find((row) => row.pointer === pointer)?.shown;

describe('jsonRows', () => {
  it('shows numbers with every digit', () => {
    const text = '{"id":9007199254740993,"rate":0.1000000000000000055511151231257827,"zero":-0}';
    expect(shownAt(text, '/id')).toMatchObject({ text: '9007199254740993' });
    expect(shownAt(text, '/rate')).toMatchObject({ type: 'number', text: '0.1000000000000000055511151231257827' });
    expect(shownAt(text, '/zero')).toMatchObject({ text: '-0' });
  });

  it('shows redacted values and references to secrets as what they are', () => {
    const text = '{"card":{"$redacted":true},"key":{"$secret":"STRIPE"},"odd":{"$secret":"A","b":1}}';
    expect(shownAt(text, '/card')).toEqual({ kind: 'redacted' });
    expect(shownAt(text, '/key')).toEqual({ kind: 'secret', name: 'STRIPE' });
    expect(shownAt(text, '/odd')).toMatchObject({ kind: 'branch', count: 2 });
  });

  it('shows an object with a member named like a number class as an object', () => {
    expect(shownAt('{"isLosslessNumber":true,"a":1}', '')).toMatchObject({ kind: 'branch', count: 2 });
    expect(jsonSummary(parseJson('{"isLosslessNumber":true,"a":1}'))).toContain('a');
  });

  it('has no more rows than asked, however much is open', () => {
    const value = Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, at) => at));
    const all = { openDepth: 9, listedAtFirst: 1_000 };
    expect(jsonRows(value, opening(all))).toHaveLength(1 + 300 + 90_000);
    expect(jsonRows(value, opening({ ...all, mostRows: 50 }))).toHaveLength(50);
    expect(jsonRows(value, opening({ mostRows: 50 }))).toHaveLength(50);
  });

  it('opens as deep as asked, and the other way round where toggled', () => {
    const value = parseJson('{"a":{"b":{"c":1}}}');
    const pointers = (changes: Partial<Opening>) => jsonRows(value, opening(changes)).map((row) => row.pointer);
    expect(pointers({ openDepth: 1 })).toEqual(['', '/a']);
    expect(pointers({ openDepth: 1, toggled: new Set(['/a']) })).toEqual(['', '/a', '/a/b']);
    expect(pointers({ openDepth: 1, toggled: new Set(['']) })).toEqual(['']);
  });

  it('escapes names into JSON Pointers', () => {
    expect(shownAt('{"a/b~c":1}', '/a~1b~0c')).toMatchObject({ text: '1' });
  });

  it('lists the first members of a long array, and more on demand', () => {
    const value = Array.from({ length: 250_000 }, (_, index) => index);
    expect(jsonRows(value, opening())).toHaveLength(102);
    expect(jsonRows(value, opening()).at(-1)?.shown).toEqual({ kind: 'more', parent: '', hidden: 249_900 });
    expect(jsonRows(value, opening({ listed: new Map([['', 500]]) }))).toHaveLength(502);
  });
});

describe('jsonSummary', () => {
  it('fits one line', () => {
    expect(jsonSummary(parseJson('{"approved":true,"by":["Ann",1]}'))).toBe('{approved: true, by: ["Ann", 1]}');
    expect(jsonSummary('x'.repeat(1_000_000), 20)).toHaveLength(20);
  });
});
