import type { SourceFile } from './rooms.ts';

/** Components that name the parameters of the address that a page does not apply. */
const notes = /<(?:UnknownAddress|ListFilterBar|FilteredList)\b/;

const part = /from '@\/(lib\/dashboard\/[^']+\.tsx)'/g;

/**
 * Returns the pages of the dashboard that ignore unknown parameters of their address silently: neither the page, its
 * screen or a part that they import, nor a layout above them names those.
 */
export function checkAddresses(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const names = (path: string) => notes.test(texts.get(path) ?? '');
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith('app/(dashboard)/') || !path.endsWith('/page.tsx')) return [];
    if (!text.includes('<')) return []; // it shows nothing: it redirects, or answers 404
    const folder = folderOf(path);
    const shown = [...texts.keys()].filter((other) => folderOf(other) === folder);
    const parts = shown.flatMap((file) => [...(texts.get(file) ?? '').matchAll(part)].map(([, name = '']) => name));
    const layouts = [...texts.keys()].filter((other) => other.endsWith('/layout.tsx') && isBelow(folder, other));
    if ([...shown, ...parts, ...layouts].some(names)) return [];
    return [`${path}: ignores unknown parameters of its address silently; UnknownAddress names them`];
  });
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const isBelow = (folder: string, layout: string) => `${folder}/`.startsWith(`${folderOf(layout)}/`);
