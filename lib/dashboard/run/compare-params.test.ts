import { expect, it } from 'vitest';
import { comparePath, compareTasksPath } from './compare-params.ts';

it('names the runs and tasks that are compared', () => {
  expect(comparePath('a/b', 2)).toBe('/tasks/a%2Fb/compare?run=2');
  expect(comparePath('a', '2', { taskId: 'b&c', runCount: 3 })).toBe('/tasks/a/compare?run=2&with=b%26c&withRun=3');
  expect(compareTasksPath('a/b', 'c d')).toBe('/tasks/a%2Fb/compare?with=c+d');
});
