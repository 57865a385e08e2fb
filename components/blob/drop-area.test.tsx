// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/draw.ts';
import { toast } from '../ui/toast.ts';
import { DropArea } from './drop-area.tsx';

/** Drops files and folders as a browser hands them over: a folder is among the files, too. */
async function drop(
  host: HTMLElement,
  ...dropped: { name: string; isDirectory: boolean; createReader?: () => unknown }[]
): Promise<void> {
  const items = dropped.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
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

it('takes the files of folders where it may, and says of one that is empty', async () => {
  const told = vi.spyOn(toast, 'error').mockImplementation(() => {});
  told.mockClear();
  const onFiles = vi.fn();
  const { host } = await draw(
    <DropArea label="Entries" hint="Drop files or folders" onFiles={onFiles} maximumInFolders={10}>
      <p>here</p>
    </DropArea>,
  );
  const inFolder = {
    ...{ isFile: true, isDirectory: false, name: 'a.jpg', fullPath: '/photos/a.jpg' },
    file: (resolve: (file: File) => void) => resolve(new File(['a'], 'a.jpg')),
  };
  const createReader = (entries: unknown[]) => () => ({
    readEntries: (resolve: (some: unknown[]) => void) => resolve(entries.splice(0)),
  });
  await drop(host, { name: 'photos', isDirectory: true, createReader: createReader([inFolder]) });
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledOnce());
  expect(onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: 'a.jpg', webkitRelativePath: 'photos/a.jpg' }]);
  expect(told).not.toHaveBeenCalled();
  await drop(host, { name: 'empty', isDirectory: true, createReader: createReader([]) });
  await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('The folder empty is empty'));
});
