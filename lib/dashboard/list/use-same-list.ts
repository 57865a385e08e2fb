'use client';
import { useMemo } from 'react';

/** A list of texts that stays the same object while it has the same texts. */
export function useSameList(list: readonly string[]): readonly string[] {
  const text = JSON.stringify(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the list
  return useMemo(() => list, [text]);
}
