import { expect, it } from 'vitest';
import { taskName } from './task-row.ts';

it('a task without a name, or with one of blanks alone, is called by its type', () => {
  expect(taskName({ type: 'order.fulfil', name: 'Order 7' })).toBe('Order 7');
  for (const task of [{ type: 'order.fulfil' }, { type: 'order.fulfil', name: ' \u00a0 ' }])
    expect(taskName(task)).toBe('order.fulfil');
});
