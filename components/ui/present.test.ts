// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

let clock: typeof import('./present.ts');
beforeEach(async () => {
  vi.resetModules(); // each test begins with a clock that heard nothing
  clock = await import('./present.ts');
});

/** How far the present is from the clock of this computer, in milliseconds. */
const offset = () => clock.serverTimeOf(1_000_000) - 1_000_000;
const hear = (sentAt: number, heardAt: number, serverTime: number) =>
  clock.hearPresent({ sentAt, heardAt, serverTime });

it('is that of this computer until an answer says something else', () => {
  expect(offset()).toBe(0);
  hear(100, 300, 200);
  expect(offset()).toBe(0);
});

it('is left alone by a clock that may agree', () => {
  hear(100, 300, 110);
  expect(offset()).toBe(0);
  hear(100, 300, 290);
  expect(offset()).toBe(0);
});

it('follows a clock that is hours away, ever more exactly', () => {
  hear(0, 1_000, 7_200_500 + 300);
  expect(offset()).toBe(7_200_300);
  hear(0, 100, 7_200_050 + 30);
  expect(offset()).toBe(7_200_030);
  hear(0, 2_000, 7_200_500);
  expect(offset()).toBe(7_200_030);
});

it('follows a clock that was set', () => {
  hear(0, 100, 7_200_050);
  hear(0, 100, -3_599_950);
  expect(offset()).toBe(-3_600_000);
});

it('does not believe an answer that came before its request', () => {
  hear(500, 100, 7_200_050);
  hear(0, 100, Number.NaN);
  expect(offset()).toBe(0);
});

it('tells the present by the server’s clock', () => {
  vi.useFakeTimers({ now: 5_000 });
  hear(0, 0, 60_000);
  expect(clock.presentTime()).toBe(65_000);
  vi.useRealTimers();
});
