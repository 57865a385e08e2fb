import { endOfJsonString } from '#contract';

const quote = 34;

/** Whether a character code is white space in JSON. */
export function isJsonSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** Returns the place of the first character from a place on that is no white space. Throws `SyntaxError` where there is none. */
export function skipJsonSpace(text: string, from: number): number {
  let at = from;
  while (isJsonSpace(text.charCodeAt(at))) at += 1;
  if (at >= text.length) throw endsTooEarly();
  return at;
}

/** Returns the place behind the string that begins at a place. */
export function endOfString(text: string, start: number): number {
  const end = endOfJsonString(text, start);
  if (end < 0) throw endsTooEarly();
  return end + 1;
}

/** Returns the place behind the number or word that begins at a place. */
export function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isJsonSpace(text.charCodeAt(at)) && !isMark(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the place behind the value that begins at a place, whatever its kind. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    at = skipJsonSpace(text, at);
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isMark(code)) {
      depth += opens(code) ? 1 : closes(code) ? -1 : 0;
      at += 1;
    } else at = endOfWord(text, at);
    if (depth === 0) return at;
  }
}

/** Whether a character code opens an object or a list. */
export function opens(code: number): boolean {
  return code === 123 || code === 91;
}

/** Whether a character code closes an object or a list. */
export function closes(code: number): boolean {
  return code === 125 || code === 93;
}

function isMark(code: number): boolean {
  return opens(code) || closes(code) || code === 44 || code === 58;
}

function endsTooEarly(): SyntaxError {
  return new SyntaxError('The JSON text ends too early.');
}
