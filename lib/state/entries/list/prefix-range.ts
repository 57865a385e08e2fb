/**
 * Returns the first text after all texts with this prefix, in the order of code points (the order of UTF-8 and of
 * `collate "C"`), or `undefined` when there is none.
 */
export function successor(prefix: string): string | undefined {
  const points = [...prefix.toWellFormed()].map((character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    const next = last + 1 >= 0xd800 && last + 1 <= 0xdfff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}
