'use client';
import type { EntryOutcome } from '@/components/state/write-outcome.ts';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';
import { tabStore } from '@/components/ui/tab-store.ts';

/** How far an import has come. */
export type ImportPlace = {
  /** The batches of the file that were answered. */
  batchCount: number;
  /** The key of the batch after them, which may have been sent. */
  idempotencyKey: string;
  doneCount: number;
  refused: readonly { line: number; id: string; outcome: EntryOutcome }[];
};

/** An import that has not come to its end, as the tab keeps it: all that is needed to go on, but for the file. */
export type LeftImport = ImportPlace & {
  storeName: string;
  fileName: string;
  contentLength: number;
  lastModified: number;
  mode: 'create' | 'overwrite';
  /** What relative expiries count from, in milliseconds. */
  startedOn: number;
  /** The entries of the file. */
  total: number;
};

const none: readonly LeftImport[] = [];
const left = tabStore<readonly LeftImport[]>('imports', readKept);
/** The stores that this page imports into now. */
const underWay = sharedValue<readonly string[]>([]);
const noStores: readonly string[] = [];

/** The import into a store that a reload, a failure or its operator has ended, if any. */
export function useLeftImport(storeName: string): LeftImport | undefined {
  const isUnderWay = useSharedValue(underWay, noStores).includes(storeName);
  const kept = useSharedValue(left, none).find((one) => one.storeName === storeName);
  return isUnderWay ? undefined : kept;
}

/** Keeps how far an import has come, in place of what was kept of an earlier one into the same store. */
export function keepImport(given: LeftImport): void {
  left.set([...left.get().filter(({ storeName }) => storeName !== given.storeName), given]);
}

/** Forgets the import into a store. */
export function forgetImport(storeName: string): void {
  if (left.get().some((one) => one.storeName === storeName))
    left.set(left.get().filter((one) => one.storeName !== storeName));
}

/** Notes that an import goes on in this page, until the function that it returns is called. */
export function noteImport(storeName: string): () => void {
  underWay.set([...underWay.get(), storeName]);
  return () => {
    const at = underWay.get().indexOf(storeName);
    underWay.set(underWay.get().toSpliced(at, 1));
  };
}

function readKept(kept: string | undefined): readonly LeftImport[] {
  try {
    const given: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(given) ? given.filter(isKept) : none;
  } catch {
    return none;
  }
}

function isKept(given: unknown): given is LeftImport {
  return (
    typeof given === 'object' &&
    given !== null &&
    ['storeName', 'fileName', 'idempotencyKey'].every((name) => typeof Reflect.get(given, name) === 'string') &&
    ['batchCount', 'doneCount', 'total', 'contentLength'].every(
      (name) => typeof Reflect.get(given, name) === 'number',
    ) &&
    Array.isArray(Reflect.get(given, 'refused'))
  );
}
