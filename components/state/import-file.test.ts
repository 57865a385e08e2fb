import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '#contract';
import { lineOf, readLine } from './entry-line.ts';
import { batchesOf, checkFile, linesOf } from './import-file.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const never = new AbortController().signal;
const fileOf = (...lines: string[]) => new Blob([lines.join('\n')]);

describe('a line of an import', () => {
  test('is what an export wrote, to the last digit', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (value, tags) => {
        const line = lineOf({
          id: 'a/b',
          value: parseJson(stringifyJson(value)),
          contentType: 'application/json',
          tags,
          hasBlob: false,
        });
        const read = readLine(line, now);
        expect(read).toMatchObject({ kind: 'entry', id: 'a/b' });
        if (read.kind === 'entry')
          expect(stringifyJson(read.input.value)).toBe(stringifyJson(parseJson(stringifyJson(value))));
      }),
    );
    const big = lineOf({
      id: 'n',
      value: 9_007_199_254_740_993n,
      contentType: 'application/json',
      tags: {},
      hasBlob: true,
    });
    expect(readLine(big, now)).toMatchObject({ input: { value: 9_007_199_254_740_993n, hasBlob: true } });
  });

  test('that expires keeps the time that remains', () => {
    const line = '{"id":"a","value":1,"expiresOn":"2026-11-21T12:01:00.000Z"}';
    expect(readLine(line, now)).toMatchObject({ input: { id: 'a', value: 1, ttlInSeconds: 60 } });
    expect(readLine(line, now + 60_000)).toMatchObject({ kind: 'problem', message: 'The entry has expired' });
  });

  test.each([
    ['{"id":"a"', 'Not valid JSON'],
    ['[1]', 'An entry must be a JSON object'],
    ['12345678901234567890', 'An entry must be a JSON object'],
    ['{"value":1}', 'The id is missing'],
    ['{"id":"..","value":1}', 'The id cannot be . or ..'],
    ['{"id":"a"}', 'The value is missing'],
    ['{"id":"a","value":1,"colour":2}', '“colour” is not a member of an entry'],
  ])('that is none says why: %s', (line, message) => {
    expect(readLine(line, now)).toMatchObject({ kind: 'problem', message });
  });

  test('with redacted values is an entry, and warns', () => {
    const read = readLine('{"id":"a","value":{"card":{"$redacted":true}}}', now);
    expect(read).toMatchObject({ kind: 'entry', warning: expect.stringContaining('redacted') });
  });
});

describe('a file', () => {
  test('is read line by line, whatever its chunks and ends of lines', async () => {
    const lines: string[] = [];
    for await (const { text } of linesOf(fileOf('a', '', 'ü🦊', 'last'))) lines.push(text);
    expect(lines).toEqual(['a', '', 'ü🦊', 'last']);
    const fromWindows = new Blob(['{"id":"a","value":1}\r\n\r\n{"id":"b","value":2}\r\n']);
    expect(await checkFile(fromWindows, now, never)).toMatchObject({ entryCount: 2, problemCount: 0 });
  });

  test('is checked as a whole: what would be saved, what not and why', async () => {
    const check = await checkFile(
      fileOf('{"id":"a","value":1}', '', 'nonsense', '{"id":"a","value":2}', '{"id":"b","value":[]}'),
      now,
      never,
    );
    expect(check).toMatchObject({ entryCount: 2, problemCount: 2 });
    expect(check.notes.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: Not valid JSON',
      '4: Duplicate of line 1',
    ]);
    expect(check.samples.map(({ id, text }) => `${id} ${text}`)).toEqual(['a 1', 'b []']);
  });

  test('comes in batches that hold every entry once, in order', async () => {
    const lines = Array.from({ length: 450 }, (_, index) => `{"id":"e${index}","value":${index}}`);
    const batches = [];
    for await (const batch of batchesOf(fileOf(...lines), now)) batches.push(batch);
    expect(batches.map(({ lines }) => lines.length)).toEqual([200, 200, 50]);
    expect(batches.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(lines.map((_, index) => `e${index}`));
    expect(parseJson(batches[2]?.json ?? '')).toHaveLength(50);
  });

  test('that is not UTF-8 is refused', async () => {
    const read = async () => {
      for await (const _ of linesOf(new Blob([Uint8Array.of(0xff, 0xfe, 10)])));
    };
    await expect(read()).rejects.toThrow(TypeError);
  });
});
