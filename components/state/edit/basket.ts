'use client';
import { useMemo } from 'react';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import { addToBasket, type Basket, type BasketOperation, readKeptBasket, removeFromBasket } from './basket.model.ts';
import type { EntrySave } from './entry-form.model.ts';

const empty: Basket = [];

const basketOf = (storeName: string) => tabStore<Basket>(`basket.${storeName}`, readKeptBasket);

/** The operations that are being gathered on a store in this tab. */
export function useBasket(storeName: string) {
  const store = basketOf(storeName);
  const basket = useSharedValue(store, empty);
  return useMemo(
    () => ({
      basket,
      /** Whether it survives a reload: the browser may have no room for it. */
      isKept: store.isKept(),
      add: (...operations: BasketOperation[]) => store.set(addToBasket(store.get(), operations)),
      remove: (id: string) => store.set(removeFromBasket(store.get(), id)),
      clear: () => store.set(empty),
    }),
    [basket, store],
  );
}

/** The save of an entry that is in the basket, with the version that it was based on. */
export function keptSave(storeName: string, id: string): { save: EntrySave; version: number | undefined } | undefined {
  const operation = basketOf(storeName)
    .get()
    .find((one) => one.id === id);
  return operation?.kind === 'save' ? operation : undefined;
}
