import { expect, it } from 'vitest';
import { readDuring, writeDuring } from './timeline-params.ts';

it('reads the time of a timeline that it wrote, the last minutes or hours, or else the last quarter', () => {
  const span = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2026-01-01T00:00:01Z') };
  expect(writeDuring(span)).toBe('2026-01-01T00:00:00.000Z~2026-01-01T00:00:01.000Z');
  expect(readDuring(writeDuring(span))).toEqual(span);
  expect(readDuring('6h')).toBe('6h');
  const empty = writeDuring({ from: span.from, to: span.from });
  for (const other of ['', '5y', empty, writeDuring({ from: span.to, to: span.from }), '2026-01-01~', 'a~b'])
    expect(readDuring(other), other).toBe('15m');
});
