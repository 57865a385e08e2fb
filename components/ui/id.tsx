'use client';
import { Check } from 'lucide-react';
import { useIsPrinting } from './printing.ts';
import { shortenId } from './shorten-id.ts';
import { useCopy } from './use-copy.ts';

/** An id: monospaced, shortened in the middle, copied on click. The whole id is in its title and accessible name. */
export function Id({
  value,
  label,
  maximum,
}: {
  value: string;
  /** What it is: "task id". */
  label: string;
  maximum?: number;
}) {
  const { hasCopied, copy } = useCopy();
  const isPrinting = useIsPrinting();
  // the accessible name holds what is read on the screen, so that it can be spoken to (WCAG 2.5.3)
  const shown = isPrinting ? value : shortenId(value, maximum);
  return (
    <button
      type="button"
      title={value}
      aria-label={`${shown}: copy ${label} ${value}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(value, label);
      }}
      className="-mx-1 inline-flex h-6 max-w-full items-center gap-1 rounded px-1 font-mono text-muted text-xs hover:bg-hover hover:text-ink"
    >
      <span className="truncate">{shown}</span>
      {hasCopied && <Check aria-hidden className="size-3 text-positive" />}
    </button>
  );
}
