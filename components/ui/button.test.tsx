// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Drawn, draw } from '@/components/testing/draw.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';
import { justChangedInMs } from './use-just-changed.ts';

let drawn: Drawn;
const acts = { cancel: vi.fn(), wake: vi.fn() };
const words = { cancel: 'Cancel', wake: 'Skip the wait' };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(toast, 'error');
  drawn = await draw(null);
});

afterEach(() => {
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (name: keyof typeof acts, disabledReason?: string) =>
  drawn.redraw(
    <Button actionKey={name} disabledReason={disabledReason} onClick={acts[name]}>
      {words[name]}
    </Button>,
  );

function button(): HTMLButtonElement {
  const found = drawn.host.querySelector('button');
  if (found === null) throw new Error('no button');
  return found;
}

const press = () => act(() => button().click());
const pass = (timeInMs: number) => act(() => vi.advanceTimersByTime(timeInMs));

it('does at once what it does from the beginning', async () => {
  await show('cancel');
  press();
  expect(acts.cancel).toHaveBeenCalledOnce();
  expect(button().getAttribute('aria-disabled')).toBeNull();
});

it('refuses a press that comes right after a change, and says what it does now', async () => {
  await show('cancel');
  await show('wake');
  pass(justChangedInMs - 1);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  press();
  expect(acts.wake).not.toHaveBeenCalled();
  expect(acts.cancel).not.toHaveBeenCalled();
  expect(toast.error).toHaveBeenCalledWith(
    'The button has just changed to “Skip the wait”',
    expect.objectContaining({ description: 'Nothing was done. Press it again to do that.' }),
  );
  pass(1);
  expect(button().getAttribute('aria-disabled')).toBeNull();
  press();
  expect(acts.wake).toHaveBeenCalledOnce();
});

it('begins the time again with another change', async () => {
  await show('cancel');
  await show('wake');
  pass(justChangedInMs - 100);
  await show('cancel');
  pass(justChangedInMs - 100);
  press();
  expect(acts.cancel).not.toHaveBeenCalled();
  pass(100);
  press();
  expect(acts.cancel).toHaveBeenCalledOnce();
});

it('keeps the focus when it changes and when it becomes disabled', async () => {
  await show('cancel');
  button().focus();
  const focused = button();
  await show('wake');
  await show('wake', 'It has ended');
  expect(document.activeElement).toBe(focused);
  expect(button()).toBe(focused);
  pass(justChangedInMs);
  press();
  expect(acts.wake).not.toHaveBeenCalled();
  expect(toast.error, 'the tooltip says why').not.toHaveBeenCalled();
});

it('keeps the focus and refuses presses while it is disabled, also those of its form', async () => {
  const send = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const show = (disabled: boolean) =>
    drawn.redraw(
      <form onSubmit={send}>
        <Button type="submit" disabled={disabled} onClick={acts.wake}>
          Send
        </Button>
      </form>,
    );
  await show(false);
  button().focus();
  await show(true);
  expect(button().disabled, 'a native disabled button would lose the focus').toBe(false);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  press();
  expect(acts.wake).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
  expect(toast.error).not.toHaveBeenCalled();
  await show(false);
  press();
  expect(acts.wake).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
});

it('keeps the focus when a reason comes and goes', async () => {
  await drawn.redraw(<Button>Fork from here</Button>);
  button().focus();
  const focused = button();
  await drawn.redraw(<Button disabledReason="The step has not ended">Fork from here</Button>);
  expect(document.activeElement).toBe(focused);
  await drawn.redraw(<Button>Fork from here</Button>);
  expect(document.activeElement).toBe(focused);
});
