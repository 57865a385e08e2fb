import { expect, test } from 'vitest';
import { readDashboardKeys } from './dashboard-key.ts';

const [current, earlier] = ['c'.repeat(32), 'e'.repeat(44)];

test('the current key is the first of several', () => {
  expect(readDashboardKeys({})).toEqual([]);
  expect(readDashboardKeys({ TASKDECK_DASHBOARD_KEY: `${current}, ${earlier}` })).toEqual([current, earlier]);
});

test.each(['short', `${current},`, `${current},short`, `${'c'.repeat(20)} ${'c'.repeat(20)}`, 'é'.repeat(40)])(
  '%s is refused without being shown',
  (text) => {
    const read = () => readDashboardKeys({ TASKDECK_DASHBOARD_KEY: text });
    expect(read).toThrow(`TASKDECK_DASHBOARD_KEY (a value of ${text.length} characters) cannot be used`);
  },
);
