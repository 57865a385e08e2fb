'use client';
import { ShoppingBasket } from 'lucide-react';
import { useBasket } from '@/components/state/edit/basket.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { Button } from '@/components/ui/button.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../../access/scopes-context.tsx';

type DeletesToBasketProps = { storeName: string; entries: readonly EntryRow[]; onAdded: () => void };

/** Puts deletes of the selected entries into the basket, each on the version that is shown. */
export function DeletesToBasket({ storeName, entries, onAdded }: DeletesToBasketProps) {
  const { add } = useBasket(storeName);
  const { reason } = useMay('state/delete');
  const gather = () => {
    const present = entries.filter((entry) => entry.isDeleted !== true);
    add(...present.map(({ id, etag, version }) => ({ kind: 'delete' as const, id, ifMatch: etag, version })));
    toast.success(present.length === 1 ? 'A delete is in the basket' : `${present.length} deletes are in the basket`, {
      description: 'Nothing is deleted until the basket is committed.',
    });
    onAdded();
  };
  return (
    <Button size="sm" disabledReason={reason} onClick={gather}>
      <ShoppingBasket aria-hidden />
      Add deletes to basket
    </Button>
  );
}
