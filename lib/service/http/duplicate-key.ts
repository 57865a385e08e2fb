import { endOfJsonString } from '#contract';

/** An object that is open: its names so far, or an array. */
type Open = Set<string> | 'array';

/**
 * The first name that stands twice in one object of a JSON text, and where; `undefined` without one. `JSON.parse` would
 * keep the last and say nothing. The text must be JSON.
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
