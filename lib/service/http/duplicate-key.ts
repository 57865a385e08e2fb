import { endOfJsonString } from '#contract';

/** An open object with its names so far, or an open array. */
type Open = Set<string> | 'array';

/**
 * Returns the first name that occurs twice in an object of a JSON text, with its place, or `undefined`. `JSON.parse`
 * would silently keep the last value. The text must be JSON.
 */
export function findDuplicateKey(text: string): { name: string; position: number } | undefined {
  const open: Open[] = [];
  let isName = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34) {
      const end = endOfJsonString(text, index);
      const names = open.at(-1);
      if (isName && names instanceof Set) {
        const raw = text.slice(index + 1, end);
        const name = raw.includes('\\') ? String(JSON.parse(text.slice(index, end + 1))) : raw;
        if (names.has(name)) return { name, position: index };
        names.add(name);
        isName = false;
      }
      index = end;
    } else if (code === 123) {
      open.push(new Set());
      isName = true;
    } else if (code === 91) {
      open.push('array');
      isName = false;
    } else if (code === 125 || code === 93) {
      open.pop();
      isName = false;
    } else if (code === 44) isName = open.at(-1) !== 'array';
  }
  return undefined;
}
