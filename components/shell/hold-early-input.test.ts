// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { holdEarlyInput, pageAnswers } from './hold-early-input.ts';

let taken: string[];
let takes: string;
let added: MockInstance<typeof window.addEventListener>;
const take = (event: KeyboardEvent) => {
  if (!takes.includes(event.key)) return;
  event.preventDefault();
  taken.push(event.key);
};

beforeEach(() => {
  taken = [];
  takes = 'jx';
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance', 'setTimeout'] });
  document.body.replaceChildren(document.createElement('input'));
  added = vi.spyOn(window, 'addEventListener');
  holdEarlyInput(pageAnswers, 'content');
});
afterEach(() => {
  document.removeEventListener('keydown', take);
  vi.useRealTimers();
  for (const [kind, listener, options] of added.mock.calls) window.removeEventListener(kind, listener, options); // all tests share it
  added.mockRestore();
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

it('gives a key to a part that comes after the page has answered', () => {
  takes = '';
  answer();
  vi.advanceTimersByTime(5_000);
  expect([press('j'), press('x'), press('j')], 'nobody is hindered from taking them').toEqual([true, true, true]);
  vi.advanceTimersByTime(1_000);
  takes = 'jx';
  vi.advanceTimersByTime(50);
  expect(taken).toEqual(['j', 'x', 'j']);
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual(['j', 'x', 'j']);
});

it('gives a key to a page that is opened later, for 5 seconds', () => {
  takes = '';
  answer();
  vi.advanceTimersByTime(60_000);
  press('j');
  vi.advanceTimersByTime(4_900);
  takes = 'jx';
  vi.advanceTimersByTime(50);
  expect(taken).toEqual(['j']);
  takes = '';
  press('x');
  vi.advanceTimersByTime(5_100);
  takes = 'jx';
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual(['j']);
});

it.each([
  ['presses a key that is taken', () => press('x')],
  ['presses a key later', () => vi.advanceTimersByTime(2_100) && press('a')],
  ['clicks', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['goes into a field', () => document.querySelector('input')?.focus()],
])('drops a key that nothing has taken since the page answers when the reader %s', (_, goOn) => {
  takes = 'x';
  answer();
  press('j');
  vi.advanceTimersByTime(100);
  goOn();
  vi.advanceTimersByTime(100);
  taken = [];
  takes = 'jx';
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual([]);
});

it('holds no key that is pressed at something on the page when it answers', () => {
  const button = document.createElement('button');
  document.body.append(button);
  takes = '';
  answer();
  press('j', {}, button);
  vi.advanceTimersByTime(100);
  takes = 'j';
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual([]);
});

it('types into the field what follows a key that leads there', () => {
  const typed = vi.fn(() => true);
  Object.assign(document, { execCommand: typed });
  takes = '';
  answer();
  press('/');
  press('a');
  vi.advanceTimersByTime(100);
  takes = '/';
  document.addEventListener('keydown', () => document.querySelector('input')?.focus(), { once: true });
  vi.advanceTimersByTime(100);
  expect([taken, typed.mock.calls]).toEqual([['/'], [['insertText', false, 'a']]]);
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

it.each(['ctrlKey', 'metaKey'] as const)('gives Ctrl or Cmd with A to the list that comes (%s)', (mod) => {
  takes = 'a';
  expect(press('a', { [mod]: true })).toBe(false);
  expect(press('a', { [mod]: true, shiftKey: true })).toBe(true);
  answer();
  expect(taken).toEqual(['a']);
});

/** A button in a part of the page that is not ready: React stops its clicks at the document. */
function buttonOfPart(type: 'button' | 'submit') {
  const form = document.createElement('form');
  const button = Object.assign(document.createElement('button'), { type });
  form.append(button);
  document.body.append(form);
  const clicked = vi.fn();
  const sent = vi.fn((event: Event) => event.preventDefault());
  button.addEventListener('click', clicked);
  form.addEventListener('submit', sent);
  const react = (event: Event) => event.stopPropagation();
  document.addEventListener('click', react, true);
  const ready = () => document.removeEventListener('click', react, true);
  onTestFinished(ready);
  return { button, clicked, sent, ready };
}

it('clicks a button again when its part of the page is ready, and sends its form once', () => {
  answer();
  const { button, clicked, sent, ready } = buttonOfPart('submit');
  button.click();
  vi.advanceTimersByTime(1_000);
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([0, 0]);
  ready();
  vi.advanceTimersByTime(1_000);
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
  button.click();
  vi.advanceTimersByTime(1_000);
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([2, 2]);
});

it('gives an early click to a part of the page that comes later', () => {
  const { button, clicked, ready } = buttonOfPart('button');
  button.click();
  answer();
  vi.advanceTimersByTime(1_000);
  expect(clicked).not.toHaveBeenCalled();
  ready();
  vi.advanceTimersByTime(1_000);
  expect(clicked).toHaveBeenCalledOnce();
});

it.each([
  ['has clicked elsewhere', () => document.body.click()],
  ['was asked whether to leave', undefined],
])('drops a click that no button has heard when the reader %s', (_, goOn) => {
  answer();
  const { button, clicked, ready } = buttonOfPart('button');
  if (goOn === undefined)
    button.ownerDocument.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  button.click();
  goOn?.();
  ready();
  vi.advanceTimersByTime(1_000);
  expect(clicked).not.toHaveBeenCalled();
});

it('no longer looks after clicks 15 seconds after the page has come', () => {
  answer();
  const { button, clicked, ready } = buttonOfPart('button');
  vi.advanceTimersByTime(15_100);
  button.click();
  ready();
  vi.advanceTimersByTime(1_000);
  expect(clicked).not.toHaveBeenCalled();
});
