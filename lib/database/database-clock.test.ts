import { afterEach, expect, test, vi } from 'vitest';
import { started } from '../contract/testing/started.ts';
import { DatabaseClock } from './database-clock.ts';
import { createTestDatabase } from './testing.ts';

const fixture = started(createTestDatabase, 'drop');
afterEach(() => void vi.useRealTimers());

const hourInMs = 3_600_000;
const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });

test('before it is measured, the time is that of this machine, also where it was set since this process began', () => {
  setClock(Date.now() - hourInMs);
  expect(Math.abs(new DatabaseClock(fixture.database).now() - Date.now())).toBeLessThan(2_000);
});

test.each([
  ['an hour ahead of', hourInMs],
  ['a day behind', -24 * hourInMs],
])('a clock of this machine that is %s the database does not count, and is told', async (_, offset) => {
  const started = Date.now();
  setClock(started + offset);
  const clock = new DatabaseClock(fixture.database);
  expect(Math.abs((await clock.synchronise()) - offset)).toBeLessThan(30_000);
  expect(Math.abs(clock.now() - started)).toBeLessThan(30_000);
});

test('a clock that is set anew changes nothing', async () => {
  const clock = new DatabaseClock(fixture.database);
  await clock.synchronise();
  const before = clock.now();
  setClock(before + 48 * hourInMs);
  expect(clock.now() - before).toBeLessThan(30_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
});
