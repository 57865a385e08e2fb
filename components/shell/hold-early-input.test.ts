// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdEarlyInput, pageAnswers } from './hold-early-input.ts';

let taken: string[];
let takes: string;
const take = (event: KeyboardEvent) => {
  if (!takes.includes(event.key)) return;
  event.preventDefault();
  taken.push(event.key);
};

beforeEach(() => {
  taken = [];
  takes = 'jx';
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] });
  document.body.replaceChildren(document.createElement('input'));
  holdEarlyInput(pageAnswers);
});
afterEach(() => {
  document.removeEventListener('keydown', take);
  vi.useRealTimers();
});

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
function answer() {
  document.addEventListener('keydown', take);
  document.dispatchEvent(new Event(pageAnswers));
}

it('gives keys in their order to the page when it answers, and holds none from then on', () => {
  expect([press('j'), press('x'), press('j')]).toEqual([false, false, false]);
  answer();
  expect(taken).toEqual(['j', 'x', 'j']);
  expect(press('a')).toBe(true);
  press('x');
  expect(taken).toEqual(['j', 'x', 'j', 'x']);
});

it('waits for the part of the page that takes a key, for 15 seconds', () => {
  takes = '';
  press('j');
  press('x');
  answer();
  vi.advanceTimersByTime(14_900);
  takes = 'jx';
  vi.advanceTimersByTime(50);
  expect(taken).toEqual(['j', 'x']);
});

it('drops the keys that nothing has taken after 15 seconds', () => {
  takes = 'x';
  press('j');
  press('x');
  answer();
  vi.advanceTimersByTime(15_100);
  takes = 'jx';
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual([]);
});

it('keeps keys in their order when some come while others still wait', () => {
  takes = '';
  press('j');
  answer();
  vi.advanceTimersByTime(1_000);
  expect(press('x')).toBe(false);
  takes = 'jx';
  vi.advanceTimersByTime(50);
  expect(taken).toEqual(['j', 'x']);
  expect(press('a'), 'nothing waits any more').toBe(true);
});

it.each([
  ['a key', () => press('a')],
  ['a click', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('drops the keys that wait when the reader goes on with %s', (_, goOn) => {
  takes = '';
  press('j');
  answer();
  vi.advanceTimersByTime(2_100);
  expect(goOn()).toBe(true);
  takes = 'j';
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual([]);
});

it('leaves alone what is typed in a field, and what the browser does', () => {
  const field = document.querySelector('input');
  expect(field !== null && press('j', {}, field)).toBe(true);
  for (const [key, init] of [['Tab'], [' '], ['Enter'], ['ArrowDown'], ['r', { ctrlKey: true }]] as const)
    expect([key, press(key, init)]).toEqual([key, true]);
  expect(press('k', { ctrlKey: true })).toBe(false);
  answer();
  expect(taken).toEqual([]);
});
