import { expect, test } from 'vitest';
import { CountedUse } from './counted-use.ts';

const minuteMs = 60_000;

test('bytes count for an hour, and requests until they are read', () => {
  const counted = new CountedUse();
  counted.addRequest('a');
  counted.addRequest('a');
  counted.addBytes('a', 100, 0);
  counted.addBytes('a', 10, 30 * minuteMs);
  counted.addBytes('b', 5, 0);
  expect(counted.read(59 * minuteMs)).toEqual(
    new Map([
      ['a', { requests: 2, storedBytes: 110 }],
      ['b', { requests: 0, storedBytes: 5 }],
    ]),
  );
  expect(counted.read(61 * minuteMs).get('a')).toEqual({ requests: 0, storedBytes: 10 });
  expect(counted.bytesOf('a', 91 * minuteMs)).toBe(0);
  counted.read(91 * minuteMs);
  expect(counted.read(91 * minuteMs), 'who used nothing is not listed').toEqual(new Map());
});
