import { expect, it } from 'vitest';
import { stringifyJson } from '#contract';
import { parsedJson } from './parsed-json.ts';

it('keeps every digit, and names what is no JSON', () => {
  expect(stringifyJson(parsedJson('{"n": 9007199254740993}'))).toBe('{"n":9007199254740993}');
  expect(() => parsedJson('{"n": 1')).toThrow(
    expect.objectContaining({ problem: { code: 'InvalidJson', detail: 'Not valid JSON.' } }),
  );
});
