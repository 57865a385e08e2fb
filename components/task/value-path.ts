import { limits, percentDecoded, problemOfTaskPointer } from '#contract';
import { keyOfPointer, pathInKey } from '@/components/filter/path-filter.ts';

const roots = [{ key: 'input' }, { key: 'output' }] as const;

/** A path into a task as people write it: `input.customer.id`. */
export function pathText(pointer: string): string {
  const root = roots.find(({ key }) => `${pointer}/`.startsWith(`/${key}/`)) ?? roots[0];
  const below = pointer.slice(root.key.length + 1);
  return below === '' ? root.key : keyOfPointer(root, below);
}

/** Returns the JSON Pointer of a path as people write it, or what is wrong with it. */
export function readPath(text: string): { pointer: string } | { problem: string } {
  const [root] = roots.filter(({ key }) => text.startsWith(key));
  const found = root && pathInKey(root, text);
  if (found === undefined) return { problem: 'A path begins with input or output, such as input.customer.id' };
  const pointer = `/${root?.key}${found.pointer}`;
  const problem = problemOfTaskPointer(pointer);
  return problem === undefined ? { pointer } : { problem };
}

/** The id of the column of a path, in the text of a layout. */
export function valueColumnId(pointer: string): string {
  return encodeURIComponent(pathText(pointer));
}

/** Returns the paths that the text of a layout has columns of, as JSON Pointers in its order. `isShown`: not hidden. */
export function pathsInLayout(text: string): { pointer: string; isShown: boolean }[] {
  const found = new Map<string, boolean>();
  for (const part of text.split(',')) {
    const [id = '', ...words] = part.split(':');
    const read = readPath(percentDecoded(id) ?? '');
    if ('pointer' in read && !found.has(read.pointer) && found.size < limits.listedPaths)
      found.set(read.pointer, !words.includes('hide'));
  }
  return [...found].map(([pointer, isShown]) => ({ pointer, isShown }));
}

/** The paths whose values the shown columns of a layout need, in alphabetical order. */
export function listedPaths(layoutText: string): string[] {
  return pathsInLayout(layoutText)
    .flatMap(({ pointer, isShown }) => (isShown ? [pointer] : []))
    .sort();
}
