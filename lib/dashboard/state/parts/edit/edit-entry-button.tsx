'use client';
import { Pencil } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../../access/scopes-context.tsx';
import { useEditParams } from '../../edit-params.ts';

/** Opens an entry in the editor. */
export function EditEntryButton({ id }: { id: string }) {
  const { edit } = useEditParams();
  const { reason } = useMay('state/create');
  return (
    <Button size="sm" onClick={() => edit(id)} disabledReason={reason}>
      <Pencil aria-hidden /> Edit
    </Button>
  );
}
