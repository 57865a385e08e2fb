'use client';
import { useMemo, useState } from 'react';
import { foldEqualSteps } from './fold-steps.ts';
import type { WaterfallRow } from './waterfall.model.ts';

/** The rows of a waterfall with equal steps folded, and what opens and closes the fold that begins at a step. */
export function useFoldedRows(waterfallRows: readonly WaterfallRow[], selected: number | undefined) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    () => foldEqualSteps(waterfallRows, (sequence) => open.has(sequence), selected),
    [waterfallRows, open, selected],
  );
  const toggle = (sequence: number) =>
    setOpen((now) =>
      now.has(sequence) ? new Set([...now].filter((one) => one !== sequence)) : new Set([...now, sequence]),
    );
  return { rows, toggle };
}
