import { expect, test } from 'vitest';
import { creatorName } from './creator-name.ts';

const parent = { taskId: '01a2', runCount: 1, sequence: 3 };

test('a parent is called by its name where that is known', () => {
  expect(creatorName('task 01a2', { parent, parentName: 'Encode the film' })).toBe('task Encode the film');
  expect(creatorName('task 01a2', { parent }), 'the name is not known').toBe('task 01a2');
});

test('anybody else is called as they are', () => {
  expect(creatorName('ana@example.com', { parent, parentName: 'Encode the film' })).toBe('ana@example.com');
  expect(creatorName('task 01a2', {}), 'a key that is called so').toBe('task 01a2');
});
