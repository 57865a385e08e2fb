'use client';
import { useSyncExternalStore } from 'react';
import type { Transfer } from '@/components/blob/transfer.ts';
import { calmSubscribe } from './calm-subscribe.ts';
import { transferStore } from './transfers.ts';

const none: readonly Transfer[] = [];
/** Small files change their state some dozens of times a second, and each change would draw what shows uploads. */
const subscribe = calmSubscribe(transferStore.subscribe, 100);

/** The uploads of this page, as they go on. */
export function useTransfers(): readonly Transfer[] {
  return useSyncExternalStore(subscribe, transferStore.read, () => none);
}
