import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { taskColumns } from './task-columns.tsx';

const column = taskColumns(() => {}, []).find(({ id }) => id === 'task');
const time = '2026-11-27T08:00:00.000Z';
const task = {
  ...{ id: '01a1fff0-735d-7000-8000-0000000abcde', type: 'order.fulfil', status: 'queued' as const, queue: 'default' },
  ...{ priority: 0, runCount: 1, attempt: 1, tags: {}, revision: 1, createdBy: 'ada', createdOn: time },
  ...{ lastModifiedBy: 'ada', lastModifiedOn: time, etag: '"1"' },
};

it.each([
  [undefined, 'order.fulfil01a1fff…0abcde'],
  [' ', 'order.fulfil01a1fff…0abcde'],
  ['Order 7', 'Order 7order.fulfil'],
])('a task of the name %j is told from others of its type', (name, words) => {
  const html = renderToStaticMarkup(column?.cell({ ...task, ...(name !== undefined && { name }) }));
  expect(html.replace(/<[^>]*>/g, '')).toBe(words);
});
