import type { Column } from './column.ts';

type Aligned = Pick<Column<never>, 'align'> | undefined;

/** Returns the class of more room between a right-aligned column and a left-aligned one after it: their texts would touch. */
export function columnGap(column: Aligned, before: Aligned): string {
  return before?.align === 'end' && column?.align !== 'end' ? 'sm:pl-3' : '';
}
