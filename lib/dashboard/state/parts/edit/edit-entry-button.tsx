'use client';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { isWholePage } from '@/components/ui/page-focus.ts';
import { useMay } from '../../../access/scopes-context.tsx';

/** Opens an entry in the editor. `isFocused`: it gets the focus when it appears, unless something else has it by then. */
export function EditEntryButton({ onEdit, isFocused }: { onEdit: () => void; isFocused: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const { reason } = useMay('state/create');
  useEffect(() => {
    if (isFocused && isWholePage(document.activeElement)) button.current?.focus({ preventScroll: true });
  }, [isFocused]);
  return (
    <Button ref={button} size="sm" onClick={onEdit} disabledReason={reason}>
      <Pencil aria-hidden /> Edit
    </Button>
  );
}
