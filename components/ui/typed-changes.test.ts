// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TypedChanges } from './typed-changes.ts';

let place: HTMLElement;
let changes: TypedChanges;
let seen: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<form>
    <input name="name" value="before"><input type="search" name="find"><input type="checkbox" name="all">
    <textarea name="note"></textarea><select name="kind"><option>a</option><option>b</option></select>
    <div name="editor" contenteditable="true">{}</div></form>`;
  place = document.querySelector('form') ?? document.body;
  seen = [];
  changes = new TypedChanges(place, (isChanged) => seen.push(isChanged));
});

afterEach(() => {
  changes.stop();
  vi.useRealTimers();
});

const get = (name: string) => place.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const fire = (target: Element, kind: string) => target.dispatchEvent(new Event(kind, { bubbles: true }));

function type(name: string, value: string): void {
  fire(get(name), 'beforeinput');
  get(name).value = value;
  fire(get(name), 'input');
}

it('knows what was typed, until it is as before', () => {
  expect(changes.isChanged).toBe(false);
  type('name', 'after');
  expect(changes.isChanged).toBe(true);
  vi.runAllTimers();
  type('name', 'before');
  expect(changes.isChanged).toBe(false);
  vi.runAllTimers();
  expect(seen).toEqual([true, false]);
});

it('tells it after the event, when React has read the field, and not when it is no longer watched', async () => {
  type('name', 'after');
  await Promise.resolve();
  expect(seen).toEqual([]);
  vi.runAllTimers();
  expect(seen).toEqual([true]);
  type('name', 'other');
  changes.stop();
  vi.runAllTimers();
  expect(seen).toEqual([true]);
});

it('takes no notice of a search, nor of what is filled in by itself', () => {
  type('find', 'something');
  get('note').value = 'an example that came later';
  expect(changes.isChanged).toBe(false);
});

it('knows what was chosen and ticked', () => {
  for (const [name, change] of [
    ['kind', () => Object.assign(get('kind'), { value: 'b' })],
    ['all', () => Object.assign(get('all'), { checked: true })],
  ] as const) {
    fire(get(name), 'focusin');
    change();
    fire(get(name), 'change');
    vi.runAllTimers();
    expect([name, seen.at(-1)]).toEqual([name, true]);
  }
});

it('knows what was typed in an editor, also by keys that it handles itself', () => {
  fire(get('editor'), 'keydown');
  get('editor').textContent = '{\n}';
  fire(get('editor'), 'keyup');
  vi.runAllTimers();
  expect(seen).toEqual([true]);
});

it('does not count what was typed into a field that is gone', () => {
  type('note', 'a reason');
  expect(changes.isChanged).toBe(true);
  get('note').remove();
  expect(changes.isChanged).toBe(false);
});

it('stops', () => {
  changes.stop();
  type('name', 'after');
  expect([changes.isChanged, seen]).toEqual([false, []]);
});
