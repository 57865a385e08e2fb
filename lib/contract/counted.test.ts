import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [counted(0, 'task'), '0 tasks'],
  [counted(1, 'task'), '1 task'],
  [counted(1_200, 'task'), '1,200 tasks'],
  [counted(1, 'entry', 'entries'), '1 entry'],
  [counted(2, 'entry', 'entries'), '2 entries'],
])('%s', (told, expected) => {
  expect(told).toBe(expected);
});
