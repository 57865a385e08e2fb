import { expect, it } from 'vitest';
import { findZones, offsetOf } from './find-zones.ts';

const summer = new Date('2026-07-01T12:00:00Z');
const names = (text: string) => findZones(text, summer).map(({ name }) => name);

it('finds a zone by its city, by words, and by its offset', () => {
  expect(names('tokyo')).toEqual(['Asia/Tokyo']);
  expect(names('new york')).toEqual(['America/New_York']);
  expect(names('america new_y')).toEqual(['America/New_York']);
  expect(names('+05:45')).toHaveLength(1);
  expect(names('mars')).toEqual([]);
});

it('finds a zone by its present name and by its earlier one', () => {
  for (const text of ['kolkata', 'calcutta']) expect(names(text)).toEqual(['Asia/Kolkata']);
  for (const text of ['kyiv', 'kiev']) expect(names(text)).toEqual(['Europe/Kyiv']);
  for (const { name } of findZones('asia', summer)) expect(offsetOf(name, summer)).toMatch(/^UTC/);
});

it('begins with UTC, and with what begins with the text', () => {
  expect(names('')[0]).toBe('UTC');
  expect(names('ber').slice(0, 2)).toEqual(expect.arrayContaining(['Europe/Berlin']));
});

it('says the distance from UTC as it is at that time', () => {
  expect(offsetOf('Europe/Berlin', summer)).toBe('UTC+02:00');
  expect(offsetOf('Europe/Berlin', new Date('2026-01-01T12:00:00Z'))).toBe('UTC+01:00');
  expect(offsetOf('America/New_York', summer)).toBe('UTC−04:00');
  expect(offsetOf('UTC', summer)).toBe('UTC+00:00');
});
