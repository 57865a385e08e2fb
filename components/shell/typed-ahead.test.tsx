// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { TypedAhead } from './typed-ahead.ts';

const shortcut = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] });
  shortcut.mockClear();
  const listener = (event: Event) => shortcut(event instanceof KeyboardEvent ? event.key : event.type);
  for (const kind of ['keydown', 'paste']) document.addEventListener(kind, listener);
  const insert = (_: string, __: boolean, text: string) => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.value += text;
    return true;
  };
  Object.assign(document, { execCommand: insert });
  onTestFinished(() => {
    vi.advanceTimersByTime(2_000); // lets go of the window, which all tests share
    for (const kind of ['keydown', 'paste']) document.removeEventListener(kind, listener);
    vi.useRealTimers();
  });
});

const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
};
const focus = (field: HTMLInputElement | null) => field?.focus();
const frame = () => act(async () => vi.advanceTimersByTime(50));
const typedInto = () => document.querySelector('input')?.value;

it('types what was typed and pasted until the dialog came into its field, and leaves the page alone', async () => {
  const { redraw } = await draw(<TypedAhead />);
  for (const key of ['c', 'x', 'Backspace', '1']) press(key);
  paste(' 2/3');
  press('Enter');
  await redraw(<input ref={focus} />);
  await frame();
  expect(typedInto()).toBe('c1 2/3');
  expect(shortcut).not.toHaveBeenCalled();
  press('z');
  expect(shortcut).toHaveBeenLastCalledWith('z');
});

it('waits for the parts of a dialog that come after each other', async () => {
  const { redraw } = await draw(<TypedAhead key="outer" />);
  press('a');
  await redraw(<TypedAhead key="inner" />);
  await frame();
  press('b');
  await redraw(<input ref={focus} />);
  await frame();
  expect(typedInto()).toBe('ab');
});

it('leaves the keys to a dialog without a field as soon as it is there', async () => {
  const { redraw } = await draw(<TypedAhead />);
  press('a');
  await redraw(
    <div role="dialog">
      <button type="button" ref={(button) => button?.focus()}>
        Cancel the task
      </button>
    </div>,
  );
  await frame();
  press('Enter');
  expect(shortcut.mock.calls).toEqual([['Enter']]);
});

it('leaves the field of the page alone that had the focus before', async () => {
  const { host, redraw } = await draw(
    <>
      <input ref={focus} />
      <TypedAhead />
    </>,
  );
  press('a');
  await redraw(<input ref={focus} />);
  vi.advanceTimersByTime(2_000);
  expect([host.contains(document.activeElement), typedInto()]).toEqual([true, '']);
  press('j');
  expect(shortcut).toHaveBeenLastCalledWith('j');
});

it('lets orders of the browser pass', async () => {
  await draw(<TypedAhead />);
  press('l', { ctrlKey: true });
  press('Escape');
  expect(shortcut.mock.calls).toEqual([['l'], ['Escape']]);
});
