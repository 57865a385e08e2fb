import { expect, test } from 'vitest';
import { layoutCookie, layoutsFrom, readWidths, writeWidths } from './layout-cookie.ts';

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

test('widths are read as they were written, in whole pixels', () => {
  const widths = new Map([
    ['tasks', 1_215.6],
    ['task-audit', 340],
  ]);
  expect([...readWidths(writeWidths(widths))]).toEqual([
    ['tasks', 1_216],
    ['task-audit', 340],
  ]);
});

test.each([undefined, '', 'tasks', 'tasks:', 'tasks:-5', 'tasks:1e9', 'tasks:NaN', '<b>:100', 'tasks:1234567'])(
  'what is no width is left out: %s',
  (text) => {
    expect([...readWidths(text)]).toEqual([]);
    expect([...readWidths(`${text ?? ''},audit:800`)]).toEqual([['audit', 800]]);
  },
);
