'use client';
import { ShoppingBasket } from 'lucide-react';
import { useBasket } from '@/components/state/edit/basket.ts';
import { Button } from '@/components/ui/button.tsx';
import { useEditParams } from '../../edit-params.ts';

/** Opens the basket of a store; not there while it is empty. */
export function BasketButton({ storeName }: { storeName: string }) {
  const { basket } = useBasket(storeName);
  const { review } = useEditParams();
  if (basket.length === 0) return null;
  return (
    <Button size="sm" onClick={review}>
      <ShoppingBasket aria-hidden />
      Basket
      <span className="tabular text-muted">{basket.length}</span>
    </Button>
  );
}
