'use client';
import { useEffect, useRef, useState } from 'react';
import { inRounds } from './in-rounds.ts';

/** Returns what does the work of the last render in one round at a time, as `inRounds` does. */
export function useInRounds(work: () => Promise<void>): () => Promise<void> {
  const present = useRef(work);
  useEffect(() => {
    present.current = work;
  });
  const [round] = useState(() => inRounds(() => present.current()));
  return round;
}
