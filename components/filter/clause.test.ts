import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clause, parseFilter, printFilter } from './clause.ts';

const field = fc.record({
  kind: fc.constant('field' as const),
  key: fc.stringMatching(/^-?[a-z][a-z0-9_-]{0,8}$/),
  values: fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
});
const text = fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'binary', minLength: 1 }) });
const clauses: fc.Arbitrary<Clause[]> = fc.array(fc.oneof(field, text), { maxLength: 6 });

test('every filter is read back from its text unchanged', () => {
  fc.assert(
    fc.property(clauses, (filter) => {
      expect(parseFilter(printFilter(filter))).toEqual(filter);
    }),
  );
});

test('every text is a filter, and printing it changes nothing of its meaning', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', ':', '"', '\\', ',', ' ', '-') })),
      (text) => {
        const filter = parseFilter(text);
        expect(parseFilter(printFilter(filter))).toEqual(filter);
      },
    ),
  );
});

test('reads keys, alternatives, quotes and text', () => {
  expect(parseFilter('status:failed,retrying type:order.* tag:customer="Ann, Lee" created:<1h "timed out"')).toEqual([
    { kind: 'field', key: 'status', values: ['failed', 'retrying'] },
    { kind: 'field', key: 'type', values: ['order.*'] },
    { kind: 'field', key: 'tag', values: ['customer=Ann, Lee'] },
    { kind: 'field', key: 'created', values: ['<1h'] },
    { kind: 'text', text: 'timed out' },
  ]);
});

test('neighbouring words are one text', () => {
  expect(parseFilter('card   declined status:failed again')).toEqual([
    { kind: 'text', text: 'card declined' },
    { kind: 'field', key: 'status', values: ['failed'] },
    { kind: 'text', text: 'again' },
  ]);
});

test('a key without a value stays visible', () => {
  expect(parseFilter('status:')).toEqual([{ kind: 'field', key: 'status', values: [] }]);
});
