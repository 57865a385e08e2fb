import { expect, test } from 'vitest';
import { changeOf, readCompared, writeCompared } from './compared-versions.ts';

const versions = [{ version: 7 }, { version: 6 }, { version: 4 }];

test('what an address compares is read the older first, if these versions are kept', () => {
  expect(readCompared('4..7', versions)).toEqual({ from: 4, to: 7 });
  expect(readCompared('7..4', versions)).toEqual({ from: 4, to: 7 });
  expect(readCompared('0..4', versions)).toEqual({ from: 0, to: 4 });
  for (const text of [null, '', '5..7', '7..7', '4..', '4..x', '-1..4'])
    expect(readCompared(text, versions)).toBeUndefined();
  expect(readCompared(writeCompared({ from: 4, to: 6 }), versions)).toEqual({ from: 4, to: 6 });
});

test('a version changed what was kept before it; the first one, nothing', () => {
  expect(changeOf(7, versions)).toEqual({ from: 6, to: 7 });
  expect(changeOf(6, versions)).toEqual({ from: 4, to: 6 });
  expect(changeOf(4, versions)).toEqual({ from: 0, to: 4 });
});
