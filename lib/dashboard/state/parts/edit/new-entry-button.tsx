'use client';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../../access/scopes-context.tsx';
import { useEditParams } from '../../edit-params.ts';

/** Begins a new entry below a prefix. */
export function NewEntryButton({ prefix }: { prefix: string }) {
  const { create } = useEditParams();
  const { reason } = useMay('state/create');
  return (
    <Button size="sm" variant="primary" onClick={() => create(prefix)} disabledReason={reason}>
      <Plus aria-hidden /> New entry
    </Button>
  );
}
