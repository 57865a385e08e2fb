import { useEffect } from 'react';

/**
 * The columns that are not on the screen although nobody hid them, by id. `noRoom`: the table is too narrow for it, and
 * it is shown when it is chosen. `noPlace`: the cards that rows become on a phone have no place for it.
 */
export type LeftOut = Readonly<Record<string, 'noRoom' | 'noPlace'>>;

export const nothingLeftOut: LeftOut = {};

/** Tells which columns a table leaves out, each time that this changes. */
export function useTellLeftOut(leftOut: LeftOut, tell: ((leftOut: LeftOut) => void) | undefined): void {
  const text = JSON.stringify(leftOut);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is left out, which is made anew each time
  useEffect(() => tell?.(leftOut), [text, tell]);
}
