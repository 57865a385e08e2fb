import { hasEnded, type NotBegunUpload, type Transfer } from '@/components/blob/transfer.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import type { TransferStore } from './transfer-store.ts';

/** What is kept where nothing is. */
export const noneNotBegun: readonly NotBegunUpload[] = [];

/**
 * The uploads of this tab that the service does not know yet: files that wait for their turn or are read for their
 * hash. A reload ends them, so their names are kept.
 */
export const notBegun = tabStore<readonly NotBegunUpload[]>('uploads', readKept);

/** Keeps `notBegun` up to date with the uploads of a page. */
export function keepNotBegun(store: Pick<TransferStore, 'subscribe' | 'read' | 'planOf'>): () => void {
  let seen = '';
  return store.subscribe(() => {
    const transfers = store.read();
    const open = transfers.filter(isNotBegun);
    const keys = open.map(({ key }) => key).join();
    if (keys === seen) return; // most changes are progress, and what is kept is written as a whole
    seen = keys;
    const left = notBegun.get().filter((upload) => !transfers.some((transfer) => isSameEntry(transfer, upload)));
    notBegun.set([...left, ...open.flatMap((transfer) => kept(transfer, store))]);
  });
}

/** Forgets an upload that is not going to begin. */
export function forgetNotBegun(upload: NotBegunUpload): void {
  notBegun.set(notBegun.get().filter((one) => !isSameEntry(one, upload)));
}

/** Those that a reload ended: nothing in this page goes on with them. */
export function leftNotBegun(
  kept: readonly NotBegunUpload[],
  transfers: readonly Pick<Transfer, 'storeName' | 'id'>[],
): NotBegunUpload[] {
  return kept.filter((upload) => !transfers.some((transfer) => isSameEntry(transfer, upload)));
}

type Place = Pick<Transfer, 'storeName' | 'id'>;

const isSameEntry = (one: Place, other: Place) => one.storeName === other.storeName && one.id === other.id;

function isNotBegun(transfer: Transfer): boolean {
  return transfer.uploadId === undefined && !hasEnded(transfer);
}

function kept({ key, storeName, id }: Transfer, store: Pick<TransferStore, 'planOf'>): NotBegunUpload[] {
  const plan = store.planOf(key);
  if (plan === undefined || plan.unfinished !== undefined) return [];
  const { file, replaces, createEntry = false } = plan;
  return [{ storeName, id, fileName: file.name, contentLength: file.size, createEntry, ...(replaces && { replaces }) }];
}

function readKept(kept: string | undefined): readonly NotBegunUpload[] {
  try {
    const given: unknown = kept === undefined ? noneNotBegun : JSON.parse(kept);
    return Array.isArray(given) ? given.filter(isKept) : noneNotBegun;
  } catch {
    return noneNotBegun;
  }
}

function isKept(given: unknown): given is NotBegunUpload {
  return (
    typeof given === 'object' &&
    given !== null &&
    ['storeName', 'id', 'fileName'].every((name) => typeof Reflect.get(given, name) === 'string') &&
    typeof Reflect.get(given, 'contentLength') === 'number'
  );
}
