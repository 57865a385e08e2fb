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
};

/**
 * Leaves out the columns that have no room before any script has measured the table, so that nothing moves when one has.
 * Cards, at phone width, have a place for each of their columns.
 */
export function FirstFit({ fit, steps }: FirstFitProps) {
  const nonce = useNonce();
  const table = `[data-fit="${fit}"]`;
  const rules = steps.map(({ below, hidden, style = {} }) => {
    const cells = hidden.map((place) => `${table} tr>:nth-child(${place})`).join();
    const declarations = Object.entries(style).map(([name, value]) => `${name}:${value}!important;`);
    return `@container (width<${below}px){${cells}{display:none}${table}{${declarations.join('')}}}`;
  });
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {`@media (min-width:640px){${rules.join('')}}`}
    </style>
  );
}
