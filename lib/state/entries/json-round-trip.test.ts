import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

test('any JSON comes back as it was saved: lists, versions and restored entries too', async () => {
  const { state } = fixture;
  const store = newStore();
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('\u0000', '\ud800', '\udc00x', ''));
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => stringifyJson(double)),
    fc.constantFrom('-0', '1e400', '0.1234567890123456789', '1E-7', '9007199254740993'),
  );
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      number,
      text.map((each) => JSON.stringify(each)),
      fc.constantFrom('null', 'true', 'false'),
      fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(
          fc.tuple(
            text.filter((name) => name !== '__proto__'),
            tie('json'),
          ),
          { maxLength: 4, selector: ([name]) => name },
        )
        .map((members) => `{${members.map(([name, part]) => `${JSON.stringify(name)}:${part}`).join(',')}}`),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 20 }), async (texts) => {
      const values = texts.map((each): JsonValue => parseJson(each));
      await state.bulkSave(
        store,
        values.map((value, at) => input({ id: `e${at}`, value })),
        ada,
      );
      const ids = values.map((_, at) => `e${at}`);
      const { value } = await state.bulkGet(store, { ids });
      const expected = values.map((each) => stringifyJson(each));
      expect(value.map((each) => stringifyJson(each.value))).toEqual(expected);
      expect(value.map((each) => each.valueBytes)).toEqual(expected.map((each) => Buffer.byteLength(each)));
    }),
    { numRuns: 20 },
  );
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
  await state.save(store, input({ id: 'deep', value: parseJson(deep) }), ada);
  const odd = '{"":1,"b":-0,"a":1e400,"\\u0000":"\\u0000\\ud800"}';
  const made = await state.save(store, input({ id: 'deep', value: parseJson(odd) }), ada);
  await state.save(store, input({ id: 'deep', value: 1 }), ada);
  const version = await state.getVersion(entry(store, 'deep'), made.version);
  expect(stringifyJson(version.value)).toBe(odd);
  await state.restore(entry(store, 'deep'), made.version, {}, ada);
  expect(stringifyJson((await state.get(entry(store, 'deep'))).value)).toBe(odd);
});
