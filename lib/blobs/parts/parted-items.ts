import { checkedKey } from '../blob-key.ts';
import type { StoredItem } from '../blob-store.ts';
import { blobName, type ObjectService } from './object-service.ts';
import { tailsPrefix } from './tails.ts';

const partsPlace = 'parts:';

/** Lists the blobs, the tails, and the parts that were not completed. Skips objects with other names. */
export async function* listItems(service: ObjectService): AsyncIterable<StoredItem> {
  for (const prefix of ['blobs/', 'uploads/'])
    for await (const { name, ...facts } of service.listObjects(prefix)) {
      const item = itemOf(name, facts);
      if (item) yield item;
    }
  for await (const { name, parts, modifiedOn } of service.listParts('blobs/')) {
    const item = itemOf(name, { contentLength: 0, modifiedOn });
    if (item) yield { ...item, kind: 'upload', place: `${partsPlace}${parts}` };
  }
}

/** Removes an item that `listItems` told. */
export async function removeItem(service: ObjectService, { key, kind, place }: StoredItem): Promise<void> {
  if (kind === 'blob') await service.removeObject(blobName(checkedKey(key)));
  else if (place.startsWith(partsPlace))
    await service.abandonParts(blobName(checkedKey(key)), place.slice(partsPlace.length));
  else if (place.startsWith(tailsPrefix(checkedKey(key)))) await service.removeObject(place);
}

/** Parses a stored name. Returns `undefined` for a name that this store did not write. */
function itemOf(name: string, facts: { contentLength: number; modifiedOn: string }): StoredItem | undefined {
  const match = /^(?:blobs\/([0-9a-f-]{36})|uploads\/([0-9a-f-]{36})\/\d+)$/.exec(name);
  const [, blob, upload] = match ?? [];
  if (blob !== undefined) return { key: blob, kind: 'blob', ...facts, place: '' };
  return upload === undefined ? undefined : { key: upload, kind: 'upload', ...facts, place: name };
}
