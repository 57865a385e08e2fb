// @vitest-environment jsdom
import { act, type FormEvent, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { Button } from './button.tsx';
import { Dialog, DialogContent } from './dialog.tsx';
import { submitOnMainKey } from './main-key.ts';
import { toast } from './toast.ts';

const saved = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)}>
          <DialogContent title="Edit" footer={<Button variant="primary" onClick={saved} />}>
            <div className="cm-editor">
              <textarea id="field" />
            </div>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

beforeEach(async () => {
  saved.mockClear();
  await draw(<Page />);
  await act(async () => {
    element('opener').focus();
    element('opener').click();
  });
});

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no ${id}`);
  return found;
}

const press = (on: HTMLElement, key: string, more: KeyboardEventInit = {}) =>
  act(
    async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  );

it('begins in the first field, and gives the focus back', async () => {
  expect(document.activeElement?.id).toBe('field');
  const close = document.querySelector<HTMLElement>('[aria-label="Close"]');
  await act(async () => close?.click());
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('opener'));
});

it('gives the focus to the content of the page where nothing had it', async () => {
  document.body.insertAdjacentHTML('beforeend', '<main id="content" tabindex="-1"></main>');
  const close = () => document.querySelector<HTMLElement>('[aria-label="Close"]');
  await act(async () => close()?.click());
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('opener'));
  await act(async () => {
    element('opener').blur();
    element('opener').click();
  });
  await act(async () => close()?.click());
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('content'));
  element('content').remove();
});

it('presses the main button with Ctrl and Enter, and not with Enter alone', async () => {
  await press(element('field'), 'Enter');
  expect(saved).not.toHaveBeenCalled();
  await press(element('field'), 'Enter', { ctrlKey: true });
  expect(saved).toHaveBeenCalledOnce();
});

it('leaves Escape to an editor that has a use for it, and else closes', async () => {
  const use = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('.cm-editor')?.addEventListener('editorescape', use, { once: true });
  await press(element('field'), 'Escape');
  expect(use).toHaveBeenCalledOnce();
  expect(document.querySelector('[role="dialog"]')).not.toBeNull();
  await press(element('field'), 'Escape');
  expect(document.querySelector('[role="dialog"]'), 'the editor had no more use for the key').toBeNull();
});

it('selects what is suggested in the first field, so that typing replaces it', async () => {
  await draw(
    <Dialog onClose={() => {}}>
      <DialogContent title="Move">
        <input id="queue" defaultValue="default" />
      </DialogContent>
    </Dialog>,
  );
  const input = document.querySelector<HTMLInputElement>('#queue');
  expect([input?.selectionStart, input?.selectionEnd]).toEqual([0, 7]);
});

const submitted = vi.fn((event: FormEvent) => event.preventDefault());

function Form({ reason }: { reason?: string }) {
  return (
    <form onSubmit={submitted} onKeyDownCapture={submitOnMainKey}>
      <textarea id="input" />
      <Button>Start over</Button>
      <Button type="submit" variant="primary" disabledReason={reason}>
        Create
      </Button>
      <Dialog onClose={() => {}}>
        <DialogContent title="Leave?" footer={<Button variant="primary" onClick={saved} />}>
          <input id="inside" />
        </DialogContent>
      </Dialog>
    </form>
  );
}

it('submits a form of a page by the same key, but not from a dialog that the form shows', async () => {
  const { redraw } = await draw(<Form />);
  await press(element('input'), 'Enter', { ctrlKey: true });
  expect(submitted).toHaveBeenCalledOnce();
  await press(element('inside'), 'Enter', { ctrlKey: true });
  expect([submitted.mock.calls.length, saved.mock.calls.length]).toEqual([1, 1]);

  const told = vi.spyOn(toast, 'error');
  await redraw(<Form reason="Nothing has changed." />);
  await press(element('input'), 'Enter', { ctrlKey: true });
  expect(submitted).toHaveBeenCalledOnce();
  expect(told, 'why nothing happened').toHaveBeenCalledWith('Nothing has changed.', expect.anything());
});
