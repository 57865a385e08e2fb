// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent } from './dialog.tsx';
import { isLeaveGuarded } from './use-unload-guard.ts';

function Page() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('before');
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)}>
          <DialogContent
            title="Edit"
            footer={
              <>
                <DialogClose isCancel>
                  <Button id="cancel">Cancel</Button>
                </DialogClose>
                <DialogClose>
                  <Button id="close">Close</Button>
                </DialogClose>
              </>
            }
          >
            <input id="field" value={text} onChange={(event) => setText(event.target.value)} />
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

beforeEach(async () => {
  await draw(<Page />);
  await act(async () => {
    find('#opener').focus();
    find('#opener').click();
  });
  await act(aMomentLater); // clicks beside it count from now on
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

const isOpen = () => document.querySelector('[role="dialog"]') !== null;
const question = () => document.querySelector<HTMLElement>('[role="alertdialog"]');
const answer = (word: string) =>
  [...(question()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === word);

const closings = {
  Escape: () =>
    find('#field').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  'a click beside it': () => {
    for (const kind of ['pointerdown', 'click'])
      find('[data-state="open"]').dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0 }));
  },
  Close: () => find('[aria-label="Close"]').click(),
  'the Close of the footer': () => find('#close').click(),
};

const aMomentLater = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** A click beside it counts a moment later. */
const close = (how: keyof typeof closings) =>
  act(async () => {
    closings[how]();
    await aMomentLater();
  });

async function type(value: string): Promise<void> {
  await act(async () => {
    const input = find('#field');
    input.dispatchEvent(new Event('beforeinput', { bubbles: true }));
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await aMomentLater(); // what was typed is told after the event
  });
}

for (const how of ['Escape', 'a click beside it', 'Close', 'the Close of the footer'] as const) {
  it(`closes by ${how} where nothing was typed`, async () => {
    await close(how);
    expect([isOpen(), question()]).toEqual([false, null]);
  });

  it(`asks at ${how} before what was typed is lost`, async () => {
    await type('after');
    await close(how);
    expect(question()?.textContent).toContain('Discard what you typed?');
    await act(async () => answer('Keep editing')?.click());
    await act(aMomentLater); // clicks beside it count again
    expect(question()).toBeNull();
    expect(find('#field')).toMatchObject({ value: 'after' });

    await close(how);
    await act(async () => answer('Discard')?.click());
    await vi.waitFor(() => expect([isOpen(), question()]).toEqual([false, null]));
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('opener'));
  });
}

it('asks nothing where the text is as before, nor at Cancel', async () => {
  await type('after');
  await type('before');
  await close('Escape');
  expect([isOpen(), question()]).toEqual([false, null]);
  await act(async () => find('#opener').click());
  await type('after');
  await act(async () => find('#cancel').click());
  expect([isOpen(), question()]).toEqual([false, null]);
});

it('counts what is typed as unsaved work while it is open', async () => {
  expect(isLeaveGuarded()).toBe(false);
  await type('after');
  expect(isLeaveGuarded()).toBe(true);
  await act(async () => find('#cancel').click());
  expect(isLeaveGuarded()).toBe(false);
});

it('has the browser ask before a page is left that works on something', async () => {
  const { redraw } = await draw(
    <Dialog isBusy onClose={() => {}}>
      {null}
    </Dialog>,
  );
  expect(isLeaveGuarded()).toBe(true);
  await redraw(
    <Dialog isBusy={false} onClose={() => {}}>
      {null}
    </Dialog>,
  );
  expect(isLeaveGuarded()).toBe(false);
});
