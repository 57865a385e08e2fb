'use client';
import { useSyncExternalStore } from 'react';
import type { Transfer } from '@/components/blob/transfer.ts';
import { transferStore } from './transfers.ts';

const none: readonly Transfer[] = [];

/** The uploads of this page, as they go on. */
export function useTransfers(): readonly Transfer[] {
  return useSyncExternalStore(transferStore.subscribe, transferStore.read, () => none);
}
