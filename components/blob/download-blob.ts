import { toast } from '@/components/ui/toast.ts';
import { blobAddress } from './blob-address.ts';

/** Downloads the blob of an entry, as its button does. Says why there is nothing to download. */
export function downloadBlob({ storeName, id, blob }: { storeName: string; id: string; blob?: unknown }): void {
  if (blob === undefined) return void toast.error(`${id} has no blob`);
  const link = document.createElement('a');
  link.href = blobAddress(storeName, id);
  link.download = '';
  link.click();
}
