import { expect, it } from 'vitest';
import { crumbsOf } from './breadcrumbs.tsx';

const names = new Map([['order-1', 'Order 1']]);
const labels = (path: string) => crumbsOf(path, names).map(({ label }) => label);

it('ends at the name of a task, a schedule, an error, an operation or an alert', () => {
  for (const [list, label] of [
    ['tasks', 'Tasks'],
    ['schedules', 'Schedules'],
    ['errors', 'Errors'],
    ['operations', 'Operations'],
    ['alerts', 'Alerts'],
  ])
    expect(labels(`/${list}/order-1`)).toEqual([label, 'Order 1']);
  expect(labels('/tasks/order-1/compare')).toEqual(['Tasks', 'Order 1', 'Compare']);
});

it('shows no id in place of a name that comes in a moment', () => {
  expect(labels('/tasks/order-2')).toEqual(['Tasks']);
  expect(labels('/tasks/order-2/compare')).toEqual(['Tasks', 'order-2', 'Compare']);
  expect(labels('/tasks/new')).toEqual(['Tasks', 'New task']);
});

it('calls a store by its own name, whatever task has that id', () => {
  expect(labels('/state/order-1')).toEqual(['State', 'order-1']);
});
