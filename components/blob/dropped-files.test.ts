// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { filesInFolders, pathOfFile } from './dropped-files.ts';

type Tree = { [name: string]: Tree | string };

/** A folder as a browser hands it over: at most two of its entries at a time. */
function folderOf(tree: Tree, path: string): FileSystemEntry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const entries = Object.entries(tree).map(([child, content]) =>
    typeof content === 'string'
      ? {
          ...{ isFile: true, isDirectory: false, name: child, fullPath: `${path}/${child}` },
          file: (resolve: (file: File) => void) => resolve(new File([content], child)),
        }
      : folderOf(content, `${path}/${child}`),
  );
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (resolve: (some: unknown[]) => void) => resolve(left.splice(0, 2)) };
  };
  return Object.assign(Object.create(null), { isFile: false, isDirectory: true, name, fullPath: path, createReader });
}

const photos = folderOf(
  { 'a.jpg': 'a', '.DS_Store': '', 2024: { may: { 'b.jpg': 'b' }, empty: {} }, 'c.jpg': 'c' },
  '/photos',
);

it('finds the files in all folders of a folder, with their paths', async () => {
  const files = await filesInFolders([photos], 10);
  expect(files.map(pathOfFile).sort()).toEqual(['photos/2024/may/b.jpg', 'photos/a.jpg', 'photos/c.jpg']);
  expect(files.map(({ name }) => name).sort()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(pathOfFile(new File([], 'alone.txt'))).toBe('alone.txt');
});

it('ends one above what is taken, and fails where something cannot be read', async () => {
  expect(await filesInFolders([photos], 1)).toHaveLength(2);
  const locked = Object.assign(folderOf({}, '/locked'), {
    createReader: () => ({ readEntries: (_: unknown, reject: (error: Error) => void) => reject(new Error('denied')) }),
  });
  await expect(filesInFolders([locked], 1)).rejects.toThrow('denied');
});
