// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ProductionProvider, ProductionStrip } from './production.tsx';

let unmount = () => {};
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  act(() => unmount());
  vi.unstubAllGlobals();
});

/** Shows a question before a deletion, and returns how often it was answered with yes. */
function ask(production: string | undefined, more: { isDangerous?: boolean; canBeUndone?: boolean }) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => {
    root.unmount();
    document.body.replaceChildren();
  };
  const onConfirm = vi.fn(async () => undefined);
  act(() =>
    root.render(
      <ProductionProvider name={production}>
        <ProductionStrip />
        <ConfirmDialog
          isOpen
          onOpenChange={() => {}}
          title="Delete it?"
          description="It is gone."
          confirmLabel="Delete"
          onConfirm={onConfirm}
          {...more}
        />
      </ProductionProvider>,
    ),
  );
  return onConfirm;
}

const press = () =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')?.click(),
  );
function type(value: string): void {
  const input = document.querySelector('input');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setValue?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('production says that it is, and asks for its name before what cannot be undone', async () => {
  const confirmed = ask('acme-live', { isDangerous: true });
  expect(document.querySelector('aside')?.textContent).toBe('Production: acme-live');
  await press();
  type('acme');
  await press();
  expect(confirmed).not.toHaveBeenCalled();
  type('acme-live');
  await press();
  expect(confirmed).toHaveBeenCalledOnce();
});

test.each([
  [undefined, { isDangerous: true }],
  ['acme-live', {}],
  ['acme-live', { isDangerous: true, canBeUndone: true }],
])('in %s, %j is asked once', async (production, more) => {
  const confirmed = ask(production, more);
  expect(document.querySelector('input')).toBeNull();
  await press();
  expect(confirmed).toHaveBeenCalledOnce();
});
