'use client';
import { numberText } from '#contract';
import { mostPrintedRows, useIsPrinting } from './printing.ts';

type PrintedPartProps = {
  count: number;
  /** -1 where it is not known. */
  total: number;
  /** How the reader gets the rows of a list without a known end. */
  remedy?: string;
};

/** Says below a printed list that it has more rows than are printed. */
export function PrintedPart({ count, total, remedy = 'scroll to them before you print' }: PrintedPartProps) {
  const isPrinting = useIsPrinting();
  const printed = Math.min(count, mostPrintedRows);
  if (!isPrinting || (total >= 0 && total <= printed)) return null;
  return (
    <p className="p-3 font-sans text-muted text-xs">
      {total < 0
        ? `Printed: ${numberText(printed)} rows. There are more: ${remedy}.`
        : `Printed: the first ${numberText(printed)} of ${numberText(total)} rows.`}
    </p>
  );
}
