/** Escapes a name as one part of a JSON Pointer (RFC 6901). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the parts of a JSON Pointer. */
export function pathOf(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the JSON Pointer of a path. */
export function pointerOf(path: readonly string[]): string {
  return path.map((part) => `/${pointerPart(part)}`).join('');
}

/**
 * Returns the pointer of the first array that a path may go through, or `undefined`. A pointer can name an element of an
 * array in several ways (`1`, `01`).
 */
export function arrayPointerOf(path: readonly string[]): string | undefined {
  const index = path.findIndex((part) => /^\d+$/.test(part));
  return index < 0 ? undefined : pointerOf(path.slice(0, index));
}

/**
 * Returns whether a sensitive pointer hides what a pointer names. One with an index is also hidden by every pointer into
 * the same array.
 */
export function isCovered(pointer: string, sensitive: string): boolean {
  const array = arrayPointerOf(pathOf(pointer));
  return `${pointer}/`.startsWith(`${sensitive}/`) || (array !== undefined && `${sensitive}/`.startsWith(`${array}/`));
}
