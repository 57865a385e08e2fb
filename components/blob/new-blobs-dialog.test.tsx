// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw, stubResizeObserver, typeInto } from '../testing/draw.ts';
import { NewBlobsDialog } from './new-blobs-dialog.tsx';

it('keeps what it found for the prefix that is written, also when an earlier answer comes later', async () => {
  stubResizeObserver();
  const answers = new Map<string, () => void>();
  const find = ([id = '']: string[]) =>
    new Promise<{ ok: true; targets: []; rules: object }>((resolve) =>
      answers.set(id, () => resolve({ ok: true, targets: [], rules: {} })),
    );
  const files = [new File(['x'], 'a.txt')];
  await draw(
    <NewBlobsDialog
      storeName="shop"
      files={files}
      initialPrefix=""
      find={find}
      isUnderWay={() => false}
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

it('says of a file that it is not sent while another is on its way to the same entry', async () => {
  stubResizeObserver();
  const onStart = vi.fn();
  await draw(
    <NewBlobsDialog
      storeName="shop"
      files={[new File(['corrected'], 'a.csv'), new File(['x'], 'b.csv')]}
      initialPrefix="in/"
      find={async () => ({ ok: true, targets: [], rules: {} })}
      isUnderWay={(id) => id === 'in/a.csv'}
      onStart={onStart}
      onClose={() => {}}
    />,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('new entry'));
  expect(document.body.textContent).toContain('in/a.csv9 Banother upload to it is under way: skipped');
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('Upload 1 file'));
  await act(async () => button?.click());
  expect(onStart).toHaveBeenCalledWith([expect.objectContaining({ id: 'in/b.csv' })]);
});

it('says before anything is read which files are larger than the store accepts', async () => {
  stubResizeObserver();
  await draw(
    <NewBlobsDialog
      storeName="shop"
      files={[new File(['twelve bytes'], 'a.csv'), new File(['x'], 'b.csv')]}
      initialPrefix=""
      find={async () => ({ ok: true, targets: [], rules: { maximumBlobBytes: 10 } })}
      isUnderWay={() => false}
      onStart={() => {}}
      onClose={() => {}}
    />,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('new entry'));
  expect(document.body.textContent).toContain('a.csv12 Blarger than the store accepts: skipped');
  expect(document.body.textContent).toContain('The store accepts files of up to 10 B.');
});
