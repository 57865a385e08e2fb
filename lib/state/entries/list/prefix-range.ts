/**
 * The first text, in the order of code points (which is that of UTF-8 and of `collate "C"`), that comes after all that
 * begin with this one; `undefined` where there is none.
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
