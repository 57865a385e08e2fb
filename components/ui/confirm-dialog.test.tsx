// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showPage } from '@/lib/dashboard/testing/show-page.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Shows a question. Returns how often it was answered with yes. */
async function ask(isDangerous: boolean, field?: boolean) {
  const onConfirm = vi.fn(async () => undefined);
  const words = { title: 'Cancel it?', description: 'It ends.', confirmLabel: 'Cancel it', cancelLabel: 'Keep it' };
  await showPage(() => (
    <ConfirmDialog onClose={() => {}} {...words} {...{ isDangerous, onConfirm }}>
      {field && <input aria-label="Reason" />}
    </ConfirmDialog>
  ));
  return onConfirm;
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const press = (more: KeyboardEventInit) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more });
    document.activeElement?.dispatchEvent(event);
  });

it.each([true, false])(
  'begins in its field, where Ctrl or Cmd with Enter says yes (dangerous: %j)',
  async (isDangerous) => {
    const confirmed = await ask(isDangerous, true);
    expect(focused()).toBe('Reason');
    await press({});
    expect(confirmed).not.toHaveBeenCalled();
    await press({ ctrlKey: true });
    expect(confirmed).toHaveBeenCalledTimes(1);
    await press({ metaKey: true });
    expect(confirmed).toHaveBeenCalledTimes(2);
  },
);

it.each([true, false])(
  'begins on the way back without a field, and says no yes there (dangerous: %j)',
  async (isDangerous) => {
    const confirmed = await ask(isDangerous);
    expect(focused()).toBe('Keep it');
    await press({ ctrlKey: true });
    expect(confirmed).not.toHaveBeenCalled();
  },
);

it('asks at Escape before a reason that was typed is lost', async () => {
  await ask(false, true);
  const input = document.activeElement as HTMLInputElement;
  input.dispatchEvent(new Event('beforeinput', { bubbles: true }));
  input.value = 'a reason';
  const pressEscape = () => press({ key: 'Escape' });
  await pressEscape();
  expect(document.body.textContent).toContain('Discard what you typed?');
  await pressEscape();
  expect(document.body.textContent).not.toContain('Discard what you typed?');
  expect(document.body.textContent).toContain('Cancel it?');
});
