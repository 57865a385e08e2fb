import { limits } from './limits.ts';

/** Whether a JSON text is nested so deep that a recursive walk could exhaust the stack, here or in PostgreSQL. */
export function isNestedTooDeep(text: string, maximum: number = limits.jsonDepth): boolean {
  if (text.length <= maximum) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34) {
      const end = endOfJsonString(text, index);
      if (end < 0) return false; // not JSON: the parser refuses it
      index = end;
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > maximum) return true;
    } else if (code === 125 || code === 93) depth -= 1;
  }
  return false;
}

/**
 * Returns the index of the quote that closes the JSON string which opens at `start`, or -1. A quote closes its string
 * unless an odd number of backslashes precedes it.
 */
export function endOfJsonString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === '\\') first -= 1;
  return (index - first) % 2 === 1;
}
