// @vitest-environment jsdom
import { expect, it } from 'vitest';

it('knows of Back before a router that draws the list at once', async () => {
  const opened: unknown[] = [];
  // the router listens before the list is loaded
  window.addEventListener('popstate', () => opened.push(trail.placeToRestore('tasks'), trail.placeToRestore('errors')));
  const trail = await import('./task-trail.ts');
  const place = { currentId: 'a', top: 640, marks: [], view: { first: 20, last: 40 } };
  trail.presentTrail.set({ listName: 'tasks', href: '/tasks', ids: ['a'], more: undefined, place });
  expect(trail.placeToRestore('tasks'), 'without Back a list opens at its top').toBeUndefined();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(opened).toEqual([place, undefined]);
});
