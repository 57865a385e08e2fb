import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from '../blob-key.ts';
import type { StoredItem } from '../blob-store.ts';
import { unlessMissing } from './error-code.ts';

/** Lists every blob and unfinished upload of a folder. Skips files with other names. */
export async function* listFiles(root: string): AsyncIterable<StoredItem> {
  for await (const name of namesIn(join(root, 'uploads'))) {
    const item = await itemAt(join(root, 'uploads', name), name, 'upload');
    if (item) yield item;
  }
  for await (const shard of namesIn(join(root, 'blobs'))) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for await (const name of namesIn(join(root, 'blobs', shard))) {
      const item = await itemAt(join(root, 'blobs', shard, name), name, 'blob');
      if (item?.key.startsWith(shard)) yield item;
    }
  }
}

async function* namesIn(folder: string): AsyncIterable<string> {
  const opened = await unlessMissing(opendir(folder));
  if (opened === undefined) return;
  for await (const entry of opened) yield entry.name;
}

/** Returns `undefined` for a file that is not a blob or was removed meanwhile. */
async function itemAt(path: string, key: string, kind: StoredItem['kind']): Promise<StoredItem | undefined> {
  if (!isBlobKey(key)) return undefined;
  const facts = await unlessMissing(stat(path));
  if (!facts?.isFile()) return undefined;
  return { key, kind, contentLength: facts.size, modifiedOn: facts.mtime.toISOString(), place: path };
}
