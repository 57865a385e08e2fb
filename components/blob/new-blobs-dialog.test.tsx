// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw, stubResizeObserver, typeInto } from '../testing/draw.ts';
import { NewBlobsDialog } from './new-blobs-dialog.tsx';

it('keeps what it found for the prefix that is written, also when an earlier answer comes later', async () => {
  stubResizeObserver();
  const answers = new Map<string, () => void>();
  const find = ([id = '']: string[]) =>
    new Promise<{ ok: true; targets: [] }>((resolve) => answers.set(id, () => resolve({ ok: true, targets: [] })));
  const files = [new File(['x'], 'a.txt')];
  await draw(
    <NewBlobsDialog
      storeName="shop"
      files={files}
      initialPrefix=""
      find={find}
      onStart={() => {}}
      onClose={() => {}}
    />,
  );
  const asked = (id: string) => vi.waitFor(() => expect([...answers.keys()]).toContain(id));
  await asked('a.txt');
  const field = document.querySelector('input');
  if (field === null) throw new Error('there is no field');
  await typeInto(field, 'in/');
  await asked('in/a.txt');
  await act(async () => answers.get('in/a.txt')?.());
  await act(async () => answers.get('a.txt')?.());
  expect(document.body.textContent).toContain('new entry');
});
