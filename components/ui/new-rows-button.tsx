import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = {
  count: number;
  /** Whether more than these wait. */
  hasMore?: boolean;
  onShow: () => void;
  /** What else there is to say about how current the list is. */
  note?: ReactNode;
};

/**
 * New rows wait behind this button: a list never moves under the pointer. It floats over the top of the table below
 * its toolbar, which must be `relative`, so that nothing in the toolbar moves either.
 */
export function NewRowsButton({ count, hasMore = false, onShow, note }: Props) {
  return (
    <span
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 top-full z-20 mt-10 flex items-center justify-center gap-2 empty:hidden"
    >
      {note}
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          className="pointer-events-auto rounded-full px-3 shadow-raised"
          onClick={onShow}
        >
          <ArrowUp aria-hidden />
          {count}
          {hasMore && '+'} new
        </Button>
      )}
    </span>
  );
}
