import { expect, test } from 'vitest';
import { layoutCookie, layoutsFrom } from './layout-cookie.ts';

test('layouts are found among all cookies by their table', () => {
  const cookies = [
    { name: layoutCookie('tasks'), value: 'task:320' },
    { name: 'taskdeck.time', value: 'utc' },
    { name: layoutCookie('task-audit'), value: 'who:hide' },
  ];
  expect([...layoutsFrom(cookies)]).toEqual([
    ['tasks', 'task:320'],
    ['task-audit', 'who:hide'],
  ]);
});
