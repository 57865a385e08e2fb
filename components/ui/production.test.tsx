// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw, typeInto } from '@/components/testing/draw.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ProductionProvider, ProductionStrip } from './production.tsx';

/** Shows a question before a deletion, and returns how often it was answered with yes. */
async function ask(production: string | undefined, more: { isDangerous?: boolean; canBeUndone?: boolean }) {
  const onConfirm = vi.fn(async () => undefined);
  await draw(
    <ProductionProvider name={production}>
      <ProductionStrip />
      <ConfirmDialog
        onClose={() => {}}
        title="Delete it?"
        description="It is gone."
        confirmLabel="Delete"
        onConfirm={onConfirm}
        {...more}
      />
    </ProductionProvider>,
  );
  return onConfirm;
}

const press = () =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')?.click(),
  );
async function type(value: string): Promise<void> {
  const input = document.querySelector('input');
  if (input === null) throw new Error('no field');
  await typeInto(input, value);
}

test('production says that it is, and asks for its name before what cannot be undone', async () => {
  const confirmed = await ask('acme-live', { isDangerous: true });
  expect(document.querySelector('aside')?.textContent).toBe('Production: acme-live');
  await press();
  await type('acme');
  await press();
  expect(confirmed).not.toHaveBeenCalled();
  await type('acme-live');
  await press();
  expect(confirmed).toHaveBeenCalledOnce();
});

test.each([
  [undefined, { isDangerous: true }],
  ['acme-live', {}],
  ['acme-live', { isDangerous: true, canBeUndone: true }],
])('in %s, %j is asked once', async (production, more) => {
  const confirmed = await ask(production, more);
  expect(document.querySelector('input')).toBeNull();
  await press();
  expect(confirmed).toHaveBeenCalledOnce();
});
