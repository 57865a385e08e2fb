import { useState } from 'react';
import { useNonce } from '@/components/shell/nonce.tsx';

/** What a table looks like below a width of its container, in pixels. */
export type FitStep = {
  below: number;
  /** Places of the cells that are left out of each row, from 1. */
  hidden: readonly number[];
  /** Declarations of the table itself. */
  style?: Readonly<Record<string, string>>;
};

type FirstFitProps = {
  /** Value of the table's attribute `data-fit`. Its parent is a size container. */
  fit: string;
  steps: readonly FitStep[];
  /** The inner width of the parent in pixels, once it is measured. */
  width: number | undefined;
};

/**
 * Leaves out the columns that have no room before any script has measured the table, so that nothing moves when one has.
 * Cards, at phone width, have a place for each of their columns. The rules stay until the width or the columns are others:
 * to take them away makes the browser lay out every row again, which a page whose first width was right can do without.
 */
export function FirstFit({ fit, steps, width }: FirstFitProps) {
  const nonce = useNonce();
  const isNeeded = useWhileTheSame(width, JSON.stringify(steps));
  const table = `[data-fit="${fit}"]`;
  const rules = steps.map(({ below, hidden, style = {} }) => {
    const cells = hidden.map((place) => `${table} tr>:nth-child(${place})`).join();
    const declarations = Object.entries(style).map(([name, value]) => `${name}:${value}!important;`);
    return `@container (width<${below}px){${cells}{display:none}${table}{${declarations.join('')}}}`;
  });
  if (!isNeeded) return null;
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {`@media (min-width:640px){${rules.join('')}}`}
    </style>
  );
}

/** Whether the steps are those of the first render, and the width still is the first one that was measured. */
function useWhileTheSame(width: number | undefined, steps: string): boolean {
  const [first] = useState<{ steps: string; width: number | undefined; isOver: boolean }>(() => ({
    ...{ steps, width, isOver: false },
  }));
  first.width ??= width;
  first.isOver ||= first.steps !== steps || first.width !== width;
  return !first.isOver;
}
