import { expect, test } from 'vitest';
import { boundsMap, boundsOfValues } from './bounds-map.ts';

const billing = { types: ['billing.*'] };
const mail = { types: ['mail.*'], stores: ['mail'] };
const nothing = { types: [], queues: [], stores: [] };

test.each([
  ['the first value that somebody has', { billing, mail }, ['mail', 'billing'], billing],
  ['a value alone', { billing, mail }, ['mail'], mail],
  ['an entry that bounds nothing', { admins: {}, billing }, ['billing', 'admins'], undefined],
  ['everybody', { billing, '*': mail }, ['others'], mail],
  ['everybody, for who has no value', { '*': mail }, [], mail],
  ['nobody: nothing is reached', { billing }, ['others'], nothing],
  ['an empty map: nothing is reached', {}, ['billing'], nothing],
  ['no map: nothing is bounded', undefined, ['billing'], undefined],
] as const)('%s', (_, map, values, expected) => {
  expect(boundsOfValues(map && boundsMap.parse(map), values)).toEqual(expected);
});

test('bounds and values that mean nothing are refused', () => {
  for (const map of [{ a: { types: ['a b'] } }, { a: { kinds: [] } }, { a: [] }, { '12': billing }, []])
    expect(boundsMap.safeParse(map).success, JSON.stringify(map)).toBe(false);
});
