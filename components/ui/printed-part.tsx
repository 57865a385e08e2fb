'use client';
import { numberText } from '#contract';
import { mostPrintedRows, useIsPrinting } from './printing.ts';

/** Says below a printed list that it has more rows than are printed. `total` is -1 where it is not known. */
export function PrintedPart({ count, total }: { count: number; total: number }) {
  const isPrinting = useIsPrinting();
  const printed = Math.min(count, mostPrintedRows);
  if (!isPrinting || (total >= 0 && total <= printed)) return null;
  return (
    <p className="p-3 font-sans text-muted text-xs">
      {total < 0
        ? `Printed: the ${numberText(printed)} rows that were loaded. There are more: scroll to them before you print.`
        : `Printed: the first ${numberText(printed)} of ${numberText(total)} rows.`}
    </p>
  );
}
