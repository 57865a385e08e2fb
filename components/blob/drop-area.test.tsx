// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/draw.ts';
import { toast } from '../ui/toast.ts';
import { DropArea } from './drop-area.tsx';

/** Drops files and folders as a browser hands them over: a folder is among the files, too. */
async function drop(host: HTMLElement, ...dropped: { name: string; isDirectory: boolean }[]): Promise<void> {
  const items = dropped.map(({ isDirectory, name }) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ isDirectory, name }),
  }));
  const files = dropped.map(({ name }) => new File(['x'], name));
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files } });
  await act(async () => host.querySelector('section')?.dispatchEvent(event));
}

it('takes the files of a drop, and says of folders that they cannot be uploaded', async () => {
  const told = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const taken: string[][] = [];
  const { host } = await draw(
    <DropArea label="Blob" hint="Drop a file" onFiles={(files) => taken.push(files.map(({ name }) => name))}>
      <p>here</p>
    </DropArea>,
  );
  await drop(
    host,
    { name: 'a.txt', isDirectory: false },
    { name: 'photos', isDirectory: true },
    { name: 'b.txt', isDirectory: false },
  );
  expect(taken).toEqual([['a.txt', 'b.txt']]);
  expect(told).toHaveBeenCalledExactlyOnceWith('The folder photos is not uploaded', {
    description: 'Drop its files instead.',
  });
  await drop(host, { name: 'photos', isDirectory: true }, { name: 'music', isDirectory: true });
  expect(taken).toHaveLength(1);
  expect(told).toHaveBeenLastCalledWith('2 folders are not uploaded', expect.anything());
});
