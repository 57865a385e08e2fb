// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog, DialogContent } from './dialog.tsx';

let host: HTMLElement;
let root: Root;
const saved = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title="Edit" footer={<Button variant="primary" onClick={saved} />}>
          <div className="cm-editor">
            <textarea id="field" />
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  saved.mockClear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Page />));
  await act(async () => {
    element('opener').focus();
    element('opener').click();
  });
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
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
