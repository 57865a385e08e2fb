import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

/** New rows wait behind this button: a list never moves under the pointer. */
export function NewRowsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <span aria-live="polite" className="contents">
      {count > 0 && (
        <Button variant="primary" size="sm" onClick={onShow}>
          <ArrowUp aria-hidden />
          {count} new
        </Button>
      )}
    </span>
  );
}
