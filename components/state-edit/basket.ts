'use client';
import { useMemo } from 'react';
import { addToBasket, type Basket, type BasketOperation, readKeptBasket, removeFromBasket } from './basket.model.ts';
import { tabStore, useTabStore } from './tab-store.ts';

const empty: Basket = [];

const basketOf = (storeName: string) => tabStore<Basket>(`basket.${storeName}`, readKeptBasket, JSON.stringify);

/** The operations that are being gathered on a store in this tab. */
export function useBasket(storeName: string) {
  const store = basketOf(storeName);
  const basket = useTabStore(store, empty);
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
